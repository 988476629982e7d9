/**
 * One change of the store at a time: putting files in place with their rows, and taking both away, must not cross, or
 * bytes vanish that an upload of the same content just counted on.
 */
const shared = globalThis as { cutpointStoreTail?: Promise<unknown> }

export function withStoreLock<T>(work: () => Promise<T>): Promise<T> {
  const before = shared.cutpointStoreTail ?? Promise.resolve()
  const mine = before.then(work, work)
  shared.cutpointStoreTail = mine.catch(() => undefined)
  return mine
}
