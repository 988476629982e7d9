/**
 * The requests of all recorded responses, one after another, each as what changed since the one before.
 *
 * The tree is walked depth first, children in the order of the file but compactions last (a compaction throws the list
 * away, so nothing of the old one is needed afterwards). A branch thus costs only what is its own, however often the
 * user went back. Moments come in the order of the tree; on a session without branches that is the order of the file.
 */

import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import type { Session } from '../../session/session'
import type { MomentStep, WorkingMessage } from '../../session/working-set'
import { goesOn } from './moments'
import { KIND, KIND_MASK, LINE } from './record-types'
import { type Tree, treeOf } from './tree'
import { WorkingList } from './working-list'
import { listOf, pathOf } from './working-set'

export function* walkClaudeCode(session: Session): Generator<MomentStep> {
  const { columns } = session
  const tree = treeOf(session)
  const children = childrenOf(tree, columns)
  const list = new WorkingList(session)
  const steps = new Steps(session, tree, list)
  const stack = [...(children.get(-1) ?? [])].reverse()
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (row < 0) {
      list.pop()
      continue
    }
    const message = columns.lineMessage[row] ?? -1
    if (isRequested(session, tree, row, message)) yield steps.at(row, message)
    list.push(row)
    // Marks where this row is left again.
    stack.push(~row)
    const below = children.get(row)
    if (below) for (let i = below.length - 1; i >= 0; i--) stack.push(below[i] ?? 0)
  }
}

/** The first line of a response that was asked for: one that the model gave, or the error that came instead. */
function isRequested(session: Session, tree: Tree, row: number, message: number): boolean {
  const { columns } = session
  const flags = columns.lineFlags[row] ?? 0
  if ((flags & KIND_MASK) !== KIND.assistant || columns.messageFirstLine[message] !== row) return false
  const written = columns.messageFlags[message] ?? 0
  if ((written & M.syntheticModel) !== 0 && (written & M.apiError) === 0) return false
  if (session.message(message).role !== 'assistant') return false
  return (columns.messageNumber[message] ?? -1) >= 0 && !goesOn(session, row, tree.up[row] ?? -1)
}

function childrenOf(tree: Tree, c: IndexColumns): Map<number, number[]> {
  const children = new Map<number, number[]>()
  const cuts: number[] = []
  const add = (row: number): void => {
    const parent = tree.up[row] ?? -1
    const siblings = children.get(parent)
    if (siblings) siblings.push(row)
    else children.set(parent, [row])
  }
  for (let row = 0; row < c.lineCount; row++) {
    if (tree.carries[row] === 0) continue
    if (((c.lineFlags[row] ?? 0) & LINE.cut) !== 0) cuts.push(row)
    else add(row)
  }
  for (const row of cuts) add(row)
  return children
}

class Steps {
  /** The list as it was given out last. */
  private readonly given: WorkingMessage[] = []
  /** How many of `given` are still what the list begins with. */
  private shared = 0

  constructor(
    private readonly session: Session,
    private readonly tree: Tree,
    private readonly list: WorkingList,
  ) {}

  at(row: number, message: number): MomentStep {
    const { list } = this
    this.shared = Math.min(this.shared, list.takeFirstChanged())
    // Something on the path was written only after this response: it was not in its request.
    const isLater = list.maxRow >= row
    const at = isLater ? listOf(this.session, pathOf(this.session, { row: this.tree.up[row] ?? -1, limit: row })) : list
    const keep = isLater ? this.alike(at) : this.shared
    this.given.length = keep
    const add: WorkingMessage[] = []
    for (let i = keep; i < at.length; i++) add.push(at.at(i))
    for (const working of add) this.given.push(working)
    this.shared = isLater ? this.alike(list) : list.length
    const number = this.session.columns.messageNumber[message] ?? -1
    return {
      at: { kind: 'message', number },
      complete: at.why === null,
      why: at.why,
      keep,
      add,
      answered: answeredBy(this.session, message),
    }
  }

  private alike(list: WorkingList): number {
    let same = 0
    while (same < list.length && same < this.given.length && isAlike(this.given[same], list.at(same))) same++
    return same
  }
}

function isAlike(a: WorkingMessage | undefined, b: WorkingMessage): boolean {
  if (a === b) return true
  if (!a || a.index !== b.index || a.flags !== b.flags || a.blocks.length !== b.blocks.length) return false
  return a.blocks.every(
    (block, i) => block.index === b.blocks[i]?.index && (block.content === undefined) === (b.blocks[i]?.content === undefined),
  )
}

/** Other vendors answer behind names that begin like Claude's. */
const GATEWAY = /glm|gpt|gemini|qwen|kimi|deepseek|grok|mistral|llama|minimax/i

function answeredBy(session: Session, message: number): string | null {
  const { model, contextTokens } = session.message(message)
  if (model === null || !model.startsWith('claude') || GATEWAY.test(model)) return null
  return contextTokens !== null && contextTokens > 0 ? 'anthropic' : null
}
