/** Repairs of an open session: what would be done, and the file. */

import { refusal } from '../base/result'
import type { Edit } from '../edits/edit'
import { profileFor } from '../export/check'
import { type Repaired, repairSession } from '../export/repair'
import { formatOf } from '../formats/registry'
import { END } from '../session/moment'
import type { Session } from '../session/session'
import type { RepairPreview } from '../view/models'
import { blockText } from '../view/text'
import type { RepairRequest, StoredSession } from './tasks'
import type { Viewed } from './work-views'

/** Texts in a preview are cut to this many characters; the block itself can be read in whole. */
const SHOWN_CHARS = 2000
const MOST_CHANGES = 500

export interface FileAnswer {
  readonly bytes: Uint8Array
  readonly name: string
}

export function planRepair(view: Viewed, stored: StoredSession, request: RepairRequest): RepairPreview {
  const repaired = repair(view, request)
  return {
    before: repaired.before,
    after: repaired.after,
    chosen: repaired.chosen.map(one => ({ finding: one.finding, repair: one.repair, edits: one.edits.length })),
    changes: repaired.edits
      .slice(0, MOST_CHANGES)
      .map(edit => ({ at: edit.at, op: edit.op, reason: edit.reason, ...textsOf(view.session, edit) })),
    resume: repaired.resume,
    downloadName: downloadName(stored),
  }
}

export function repairedFileOf(view: Viewed, stored: StoredSession, request: RepairRequest): FileAnswer {
  const { bytes } = repair(view, request)
  if (bytes === null) throw refusal('nothing-to-repair', 'Nothing is refused at this moment, so there is nothing to repair.', {})
  return { bytes, name: downloadName(stored) }
}

/** The main file's text as it was read. */
export function originalOf(session: Session, stored: StoredSession): FileAnswer {
  return { bytes: formatOf(session.facts.format).write(session, []).bytes, name: mainName(stored) }
}

function repair({ session, moment, branch }: Viewed, request: RepairRequest): Repaired {
  return repairSession(session, {
    profile: profileFor(session, request.profile),
    moment: moment ?? END,
    ...(branch === undefined ? {} : { branch }),
    ...(request.choose === undefined ? {} : { choose: request.choose }),
    ...(request.rest === undefined ? {} : { rest: request.rest }),
  })
}

function mainName(stored: StoredSession): string {
  const label = stored.files[0]?.label ?? stored.name
  return label.slice(label.lastIndexOf('/') + 1)
}

function downloadName(stored: StoredSession): string {
  const name = mainName(stored)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}.repaired${name.slice(dot)}` : `${name}.repaired`
}

function textsOf(session: Session, edit: Edit): { before: string; after: string } {
  switch (edit.op) {
    case 'replace-block':
      return { before: recordText(session, edit.at), after: cut(blockText(edit.block)) }
    case 'insert-block':
      return { before: '', after: cut(blockText(edit.block)) }
    case 'insert-message':
      return { before: '', after: cut(edit.blocks.map(blockText).join('\n\n')) }
    case 'remove-block':
    case 'remove-messages':
      return { before: recordText(session, edit.at), after: '' }
    default:
      return { before: '', after: '' }
  }
}

/** Text of a block or of a message's blocks; nothing for what an earlier edit made. */
function recordText(session: Session, at: string): string {
  const block = session.findBlock(at)
  if (block) return cut(blockText(session.body(block)))
  const message = /\.b\d+$/.test(at) ? -1 : session.findMessage(at)
  if (message < 0) return ''
  return cut(
    session
      .blocksOf(message)
      .map(head => blockText(session.body(head)))
      .join('\n\n'),
  )
}

function cut(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
