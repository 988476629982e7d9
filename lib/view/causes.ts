/** How histories come to be refused, in words for the page; the codes are the reference's. */

import type { CauseCode } from '../validity/rule'

export const CAUSES: Readonly<Record<CauseCode, string>> = {
  C1: 'The history was cut from the front: the last N messages, or a token budget.',
  C2: 'A compaction cut between a call and its result.',
  C3: 'The request that asks for the summary was itself malformed.',
  C4: 'What a compaction wrote was malformed: a summary in the wrong role, an empty one, user turns gone.',
  C5: 'A part of a message was edited or pruned: thinking stripped, a result cleared, arguments shortened.',
  C6: 'A call was interrupted or refused: Esc, a crash, a time-out, a queued message.',
  C7: 'Parallel calls were answered in separate messages, or only in part.',
  C8: 'A stream broke off: partial arguments, thinking without a signature, empty text.',
  C9: 'A session was resumed, forked, rewound, or imported from a log.',
  C10: 'The provider or the model was switched in mid-conversation.',
  C11: 'A proxy, adapter or SDK converted roles, ids or blocks.',
  C12: 'A record was written twice.',
  C13: 'A repair wrote a bad shape itself.',
  C14: 'A message or hook was put between a call and its result.',
  C15: 'Size piled up: images, bytes, tokens, cache markers.',
  C16: 'The settings of the request disagree with the history.',
}
