/** What a worker thread does. Refusals are answers; anything else that is thrown is a bug and stays one. */
import { isRefusal } from '../base/result'
import { type Bundle, bundleOf } from './bundle'
import { hashFile } from './hash-file'
import { OpenSessions } from './opened'
import type { Answer, Channel, Task, UnpackAnswer } from './tasks'
import { importStored } from './work-import'
import { answerQuestion } from './work-views'

const sessions = new OpenSessions()

export async function run(task: Task & { readonly channel: Channel }): Promise<Answer> {
  try {
    return await answerTo(task)
  } catch (thrown) {
    if (isRefusal(thrown)) return { kind: 'fault', fault: thrown.fault }
    if (isMissingFile(thrown))
      return { kind: 'fault', fault: { code: 'no-such-session', message: 'The bytes of this session are gone.', facts: {} } }
    throw thrown
  } finally {
    task.channel.port?.close()
  }
}

async function answerTo(task: Task & { readonly channel: Channel }): Promise<Answer> {
  if (task.kind === 'unpack') return { kind: 'ok', value: unpacked(await bundleOf(task.path, task.workDir, task.name)) }
  if (task.kind === 'import') return { kind: 'ok', value: importStored(task.session, task.channel) }
  const opened = sessions.get(task.session)
  if (opened.kind === 'need-index') return opened
  try {
    const value = answerQuestion(opened.open, task.session, task.question)
    return { kind: 'ok', value, ...(opened.index ? { index: opened.index } : {}) }
  } finally {
    opened.open.release()
  }
}

function unpacked(bundle: Bundle): UnpackAnswer {
  const files = [bundle.main, ...bundle.companions].map(({ label, path, size }) => ({ label, path, sha256: hashFile(path), bytes: size }))
  return { files, isMany: bundle.isMany, notes: bundle.notes }
}

function isMissingFile(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' && 'syscall' in thrown
}
