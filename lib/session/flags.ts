/**
 * Facts about a block or message that rules need, computed once while the bytes pass by, so that checking a
 * session never has to parse bodies again. One bit each; append only (they are stored in the index).
 */

export const BLOCK_FLAGS = {
  /** Text (or thinking text) of length 0. */
  emptyText: 1 << 0,
  /** Text of one or more characters, all whitespace. */
  blankText: 1 << 1,
  /** Text that ends with whitespace. */
  trailingSpace: 1 << 2,
  /** A string of this block holds half of a surrogate pair. */
  loneSurrogate: 1 << 3,
  /** Thinking with a non-empty signature; redacted thinking with data. */
  signed: 1 << 4,
  /** A call or result without an id field, or one that is no string. */
  idMissing: 1 << 5,
  /** A call without a name, or an empty one. */
  nameEmpty: 1 << 6,
  /** Arguments of a call: exactly one of these when they are not an object. */
  inputString: 1 << 7,
  inputNull: 1 << 8,
  inputArray: 1 << 9,
  inputAbsent: 1 << 10,
  inputScalar: 1 << 11,
  /** Arguments given as text that is no JSON (OpenAI `arguments`). */
  argumentsNotJson: 1 << 12,
  /** A result marked as an error. */
  isError: 1 << 13,
  /** A result whose content is empty. */
  emptyResult: 1 << 14,
  /** A result that holds an image. */
  resultHasImage: 1 << 15,
  /** A result that holds a block type that the wire does not allow inside a result. */
  resultHasForeign: 1 << 16,
  /** Image by URL or data in a message part. */
  hasCacheControl: 1 << 17,
  /** The message content was one string, not an array of blocks: the path has no index. */
  wholeContent: 1 << 18,
  /** The agent wrote this result itself (interrupted, rejected …). */
  syntheticResult: 1 << 19,
  /** Thinking block without the `signature` key (an empty one is present but unsigned). */
  signatureAbsent: 1 << 20,
  /** The block's type is one the wire does not name. */
  unknownType: 1 << 21,
  /** The agent's own cut-off marker for arguments or text. */
  truncationMarker: 1 << 22,
  /** The string lone-surrogate was found in the call's id or name. */
  surrogateInId: 1 << 23,
  /** The block is a field of its message (`reasoning_content`), not a part of its content. */
  ownField: 1 << 24,
} as const

export const MESSAGE_FLAGS = {
  /** `content` is null. */
  contentNull: 1 << 0,
  /** No `content` key. */
  contentAbsent: 1 << 1,
  /** `content` is `[]`. */
  contentEmptyArray: 1 << 2,
  /** `content` is `""`. */
  contentEmptyString: 1 << 3,
  /** `tool_calls` is `[]`. */
  toolCallsEmpty: 1 << 4,
  /** An error that the agent wrote down as if the model had said it. */
  apiError: 1 << 5,
  /** Written by the agent with model `<synthetic>`. */
  syntheticModel: 1 << 6,
  /** Only for the agent's screen: never sent. */
  screenOnly: 1 << 7,
  /** An attachment that we are not sure is sent. */
  unsure: 1 << 8,
  /** The response was cut off while it streamed (no stop reason, aborted). */
  aborted: 1 << 9,
  /** Some records of the message lie on a side chain. */
  sideChain: 1 << 10,
  /** `content` is of a type the wire does not allow. */
  contentOther: 1 << 11,
  /** A summary that stands in for earlier messages. */
  summary: 1 << 12,
  /** Carries `stop_reason`/`finish_reason` (a response that ended properly). */
  ended: 1 << 13,
} as const

export type BlockFlag = keyof typeof BLOCK_FLAGS
export type MessageFlag = keyof typeof MESSAGE_FLAGS

export function has(flags: number, flag: number): boolean {
  return (flags & flag) !== 0
}
