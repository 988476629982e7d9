const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑', ' ': 'Space', 'mod+': '⌘/Ctrl ' }

/** `X` is Shift and x; `g s` is one after the other; `mod` is ⌘ or Ctrl. */
export function keyNames(keys: string): readonly string[] {
  return keys.split(' ').flatMap(key => {
    if (key.startsWith('mod+')) return [`⌘${key.slice(4).toUpperCase()}`]
    if (/^[A-Z]$/.test(key)) return ['Shift', key.toLowerCase()]
    return [NAMES[key] ?? key]
  })
}

export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex items-center gap-0.5" aria-hidden="true">
      {keyNames(keys).map(name => (
        <kbd key={name} className="key">
          {name}
        </kbd>
      ))}
    </span>
  )
}
