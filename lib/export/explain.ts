/** The document of `explain`: what an error text says, without a session. */

import { readErrorText } from '../validity/error-text'

export function explainDocument(text: string) {
  const reading = readErrorText(text)
  return {
    cutpoint: 1,
    verb: 'explain',
    kind: reading.kind,
    profile: reading.profile,
    rules: reading.rules,
    path: reading.path,
    ids: reading.ids,
    status: reading.status,
    requestId: reading.requestId,
    means: reading.means,
    lookFor: reading.lookFor,
    text: reading.message,
  }
}
