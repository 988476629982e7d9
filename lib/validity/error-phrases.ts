/**
 * What providers, gateways and agents say when they refuse a request: one row per wording.
 *
 * The wordings are facts that change without notice, so they live apart from the code that reads them and carry
 * a date. Rows are tried in order and the most specific wording of a family stands first. A pattern is tighter than
 * the bare phrase wherever ordinary prose could hold that phrase. Every gap is bounded: hostile input stays cheap.
 *
 * Left out: whether the rule's condition holds in a given session. A text alone is a hypothesis.
 */

export type ErrorKind = 'transcript' | 'size' | 'model' | 'account' | 'unknown'

export interface ErrorPhrase {
  readonly pattern: RegExp
  readonly rules: readonly string[]
  readonly kind: ErrorKind
  readonly provider: string | null
  readonly means: string
  readonly lookFor: string
  readonly dated: string
}

/** Field names that survive a translation of the sentence around them. All of `needs` must be there, `without` not. */
export interface FieldHint {
  readonly needs: readonly RegExp[]
  readonly without: RegExp | null
  readonly rules: readonly string[]
  readonly provider: string
  readonly means: string
  readonly lookFor: string
}

const DATED = '2026-09'

// Each topic is "what it means | what to look for".
// biome-ignore format: a table, one row a line
const TRANSCRIPT = {
  'call-open': 'A tool call in the history has no result in the message right after it. | Look for the named call: its result may be missing, come later, stand behind other text, or be separated from it by another message.',
  'result-orphan': 'A tool result answers a call that is not in the message before it. | Look at what stood before the named result: usually a cut or a summary took the call and left the result.',
  'call-twice': 'The same tool call id occurs twice in the history. | Look for a turn that was written twice: a retry, a resumed or forked session, or ids that start again in each turn.',
  'result-twice': 'One tool call has more than one result. | Look for a repair entry ("interrupted") next to the real result, or a result that was stored twice.',
  'call-id-shape': 'The id of a tool call has characters or a length that this provider does not take. | Look for ids that another provider made, or ids that a gateway rewrote; call and result must change together.',
  'call-name': 'The name of a tool call in the history is empty, too long or has characters that are not allowed. | Look at the named call: often a stream that broke, or a model that wrote its command into the name.',
  'call-arguments': 'The arguments of a tool call are not the JSON object that they must be. | Look for arguments that were cut off, truncated with a marker, or stored as text.',
  'call-count': 'The number of tool results differs from the number of calls in the turn before. | Count calls and results of that turn: one is missing, doubled, or split over two messages.',
  'wrong-role': 'A block stands in a message of the wrong role. | Look for results in assistant messages, or calls, thinking or images where this provider does not take them.',
  'tools-gone': 'The history has tool calls, but the request does not declare the tools that they need. | Compare the tools of this request with those of the session: a compaction or summary request often drops or empties the list.',
  'tool-list': 'The list of tools in the request is faulty. | Look for an empty list, or for a tool that is declared twice, usually in the compaction request.',
  'thinking-altered': 'A thinking block of the latest assistant turn is not what the model returned. | Compare that turn with the log: something edited, dropped, merged or moved thinking, or put text between two blocks.',
  'thinking-signature': 'The signature of a thinking block does not verify. | Look for thinking that another model or provider wrote, or a block whose text or signature was cut.',
  'thinking-fields': 'A thinking block lacks a field that it must have. | Look for a turn that was cut off while streaming, or a client that removes empty or unknown fields.',
  'thinking-start': 'With thinking on, the assistant message of the open tool loop must start with its thinking block. | Look for thinking that was stripped from that message, or a call made while thinking was off or by another model.',
  'thinking-off': 'Thinking is off in this request, but the last assistant message holds thinking. | Look for a request, often the one for the summary, that turns thinking off in the middle of a turn.',
  'reasoning-missing': 'An assistant message lacks the reasoning that this model wants back. | Look for messages whose reasoning was stripped, or a summary that is stored as an assistant message.',
  'reasoning-pair': 'A reasoning item and the item that it was produced with are no longer side by side. | Look for a message or call that was removed without its reasoning, or the reverse; an aborted turn leaves the same trace.',
  'reasoning-foreign': 'Reasoning in the history cannot be read by the model that received it. | Look for a switch of model, account or organisation, and for encrypted content that was cut or replaced.',
  'reasoning-extra': 'The history carries reasoning in a form that this provider does not take. | Look for reasoning that another vendor wrote, stored in a field unknown here.',
  'thought-signature': 'A function call lacks its thought signature, or the signature is not valid here. | Look for calls of the current turn whose signature was stripped, merged or made by another provider.',
  'empty-content': 'A message or block is empty where it must not be. | Look for a message whose only block was removed, an empty summary, or an empty text next to a tool call.',
  'blank-text': 'A message has only blanks as its text. | Look for a placeholder such as one space that stands for removed content.',
  'trailing-blank': 'The last assistant message ends with blanks or line breaks. | Look at the end of the last assistant text only; earlier ones do not matter.',
  'last-role': 'The history ends with a message whose role may not be last, usually an assistant message. | Look for a summary stored as an assistant message, or a last user message that was pruned.',
  'first-role': 'The history does not begin with the message that this provider wants first. | Look for a cut that took the first user message, or a summary that stands first under another role.',
  'role-order': 'Two messages follow each other whose roles may not. | Look for two messages of one role in a row, or a user message directly behind a tool result.',
  'role-unknown': 'A message has a role that is not taken here or at this place. | Look for system, developer or tool messages; a summary or note is often inserted with such a role.',
  'no-user-text': 'No message with words of the user is left. | Look at what the compaction kept: only tool results, or an empty user text.',
  'server-call': 'A call of a tool that the provider runs itself has no result in the same assistant turn, or its tool is no longer declared. | Look for the named call: the turn was cut or closed before its result, or the tool list changed.',
  'server-result': 'The result of a tool that the provider runs itself has lost its call. | Look in the same assistant message: the call must stand in front of the result.',
  cache: 'The cache markers in the request break a rule. | Count cache_control over tools, system and messages: at most four, none on an empty text.',
  'extra-field': 'A stored block or the request carries a field that this provider does not know. | Look at the last part of the path: a field of another vendor, of the client, or one that needs a beta header.',
  'unknown-block': 'A block has a type that this provider does not know. | Look for blocks that another provider or client version wrote, or a type that needs a beta header.',
  'content-shape': 'A stored message does not have the shape that this provider wants. | Look at the named field: content of another type, or a field that is missing.',
  image: 'An image in the history is too large, damaged or of the wrong type. | Look at the named image; with many images in one request the limit for each is smaller, and old ones count.',
  document: 'A PDF in the history has too many pages or cannot be read. | Look for the document; it is sent again with every request.',
  unicode: 'A text holds half of a character pair, so the body is not valid JSON. | Look for a text that was cut in the middle of an emoji: truncated tool output or a summary.',
  'item-stored': 'The request points at an item or a response that the server does not hold. | Look for bare ids in a history that was sent without storing, or a chain that has expired or belongs to another key.',
  'item-id': 'The id of an item is too long, doubled, or begins with the wrong letters. | Look for ids that a gateway or another client made, and for a kept tail that overlaps the compacted part.',
  'item-shape': 'An item of the history has a type or a field that this server does not take. | Look for items of another client version, or a content type that does not fit the role.',
  'no-messages': 'The history arrived empty. | Look at what the compaction returned: nothing was left to send.',
  'long-field': 'One field or list of the history is longer than the provider allows. | Look at the named message for a huge tool output or argument, and at the number of tools.',
  'single-calls': 'This model takes only one tool call a message. | Look for parallel calls in one assistant message.',
  'call-pending': 'An answer arrived for a call that is no longer in the history. | Look for a call that waited for approval or ran long while the history was compacted.',
  'unspecific-history': 'The provider refuses the messages and does not say why. | Check all of: empty content, the last role, results without calls, arguments that are not JSON.',
  filter: 'A message in the history trips a content filter. | Look for the message that does; it is sent again every time, so the session looks stuck.',
  concurrency: 'The agent shows its own sentence. Behind it is a refusal because calls and results of tools do not match in the history that was sent. | Look for calls without results, results without calls, and ids or results that occur twice.',
} as const

// biome-ignore format: a table, one row a line
const SIZE = {
  'too-long': 'The request has more tokens than the model takes. | Look for the largest tool results and images, and at why compaction did not run before.',
  'body-too-large': 'The request has more bytes than the server takes. | Look for images and documents in the history first; text is rarely the cause.',
  'no-shrink': 'The compaction did not make the history smaller. | Compare before and after: what was kept, and how long the summary is.',
} as const

// biome-ignore format: a table, one row a line
const MODEL = {
  settings: 'The settings of the request do not fit this model. The history is not at fault. | Look at the thinking, effort and tool choice settings of this request, above all after a switch of model.',
  'output-limit': 'The request asks for more output than this model gives. The history is not at fault. | Look at max_tokens; a compaction request may take it from the size of the window.',
  'model-unknown': 'The model name is not known or not available there. The history is not at fault. | Check the name of the model, the region and what the account or gateway offers.',
  'compact-endpoint': 'The compaction service of the provider refused the request, not the history. | Look at the inner error: usually a parameter that this service does not know yet.',
} as const

// biome-ignore format: a table, one row a line
const ACCOUNT = {
  billing: 'Credit, balance or quota is used up. The history is not at fault. | Check the balance or plan of the account, also at a gateway in between.',
  rate: 'A limit for use or speed is reached. The history is not at fault. | Wait, or check the limits of the account; the same history will work later.',
  auth: 'The provider does not accept the login or key. The history is not at fault. | Check the key or log in again.',
  overloaded: 'The service or a gateway failed or is overloaded. The history is most likely not at fault. | Try again later and look at the status of the service.',
} as const

// biome-ignore format: a table, one row a line
const UNKNOWN = {
  unreachable: 'The request did not get an answer. This says nothing about the history. | Check the network and the address of the service, then try again.',
  template: 'The chat template of a local server refused the messages with a sentence that we do not know. | Read the sentence at the end; look at role order, system messages and tool messages.',
} as const

type Topic = keyof typeof TRANSCRIPT | keyof typeof SIZE | keyof typeof MODEL | keyof typeof ACCOUNT | keyof typeof UNKNOWN
type Row = readonly [topic: Topic, pattern: RegExp, ...rules: string[]]

const KINDS: readonly (readonly [ErrorKind, Readonly<Record<string, string>>])[] = [
  ['transcript', TRANSCRIPT],
  ['size', SIZE],
  ['model', MODEL],
  ['account', ACCOUNT],
  ['unknown', UNKNOWN],
]

/** Kind and sentences of a topic. */
export function describeTopic(topic: Topic): Pick<ErrorPhrase, 'kind' | 'means' | 'lookFor'> {
  for (const [kind, topics] of KINDS) {
    const sentences = topics[topic]
    if (sentences === undefined) continue
    const [means = '', lookFor = ''] = sentences.split(' | ')
    return { kind, means, lookFor }
  }
  throw new Error(`no sentences for topic ${topic}`)
}

/** What the status alone tells, when no wording is known. */
export function describeStatus(status: number | null): ReturnType<typeof describeTopic> | null {
  if (status === null) return null
  if (status === 401 || status === 403) return describeTopic('auth')
  if (status === 402) return describeTopic('billing')
  if (status === 413) return describeTopic('body-too-large')
  if (status === 429) return describeTopic('rate')
  return status >= 500 ? describeTopic('overloaded') : null
}

/** Says plainly how little a text tells, and what to do instead. */
export function describeUnknown(status: number | null, vendor: string | null, isEmpty: boolean): ReturnType<typeof describeTopic> {
  if (isEmpty) return { kind: 'unknown', means: 'The text is empty.', lookFor: 'Paste the error text as the agent or the log shows it.' }
  const number = status === null ? 'It names no status.' : `It names the status ${status}.`
  const writer = vendor === null ? 'It does not tell which provider wrote it.' : `It looks like an answer from ${vendor}.`
  const means = `No wording that we know is in this text, so it does not tell whether the history is at fault. ${number} ${writer}`
  const lookFor =
    status === 400 || status === 422
      ? 'Check the session without the text: a refused request can have any fault. Look also for the whole answer of the provider in a log.'
      : 'Paste the whole answer of the provider with its JSON; agents and gateways often show only a part of it.'
  return { kind: 'unknown', means, lookFor }
}

// The same wording covers four faults.
const OPEN_CALL = ['tool-use-without-result', 'tool-result-not-first', 'message-between-use-and-result', 'parallel-results-split']
const ARGUMENTS = ['openai-chat-arguments-not-json', 'local-args-object']
const CONCURRENCY = ['tool-use-without-result', 'tool-result-without-use', 'tool-use-id-duplicate', 'tool-result-duplicate']

// biome-ignore format: a table, one row a line
const VENDORS: readonly Row[] = [
  ['reasoning-missing', /thinking is enabled but .{0,3}reasoning_content.{0,3} is missing/i, 'kimi-reasoning-missing'],
  ['empty-content', /message at position \d+.{0,60} must not be empty|(?:kimi|moonshot).{0,300}(?:text content is empty|must not be empty)/i, 'kimi-message-empty'],
  ['empty-content', /message at position \d+.{0,60}text content is empty/i, 'kimi-message-empty'],
  ['result-orphan', /tool_call_id {1,4}is not found/i, 'kimi-tool-id'],
  ['too-long', /exceeded model token limit|total message size \d+ exceeds/i, 'kimi-limits'],
  ['call-open', /insufficient tool messages following/i, 'openai-chat-tool-calls-unanswered', 'deepseek-tool-pairing'],
  ['reasoning-missing', /missing .{0,3}reasoning_content|reasoning_(?:content|text).{0,60}(?:missing|must be passed back)/i, 'deepseek-reasoning-missing'],
  ['empty-content', /content or tool_calls must be set/i, 'deepseek-assistant-empty', 'openai-chat-content-null'],
  ['role-order', /does not support successive user or assistant/i, 'deepseek-successive-roles'],
  ['call-twice', /duplicate value for .{0,3}tool_call_id/i, 'openai-chat-tool-id-duplicate', 'deepseek-tool-pairing'],
  ['too-long', /maximum context length is \d+ tokens\W+however, you requested \d+ tokens \(\d+ in the messages/i, 'deepseek-context', 'openai-chat-context-length'],
  ['result-orphan', /tool result's tool id.{0,120} not found/i, 'minimax-tool-result-orphan'],
  ['call-open', /tool call result does not follow tool call/i, 'minimax-result-not-adjacent'],
  ['role-unknown', /invalid message role: system/i, 'minimax-role-system'],
  ['call-arguments', /invalid function arguments json.{0,160}\(2013\)/i, 'minimax-args-json', ...ARGUMENTS],
  ['call-id-shape', /tool call id is invalid ?\(2013\)/i, 'minimax-id'],
  ['call-count', /tool call and result not match/i, 'minimax-count'],
  ['empty-content', /chat content is empty ?\(2013\)/i, 'minimax-empty'],
  ['too-long', /context window exceeds limit/i, 'minimax-window'],
  ['extra-field', /the following must be satisfied ?\[.{0,200}is unsupported/i, 'groq-property-unsupported'],
  ['content-shape', /the following must be satisfied ?\[/i, 'groq-property-missing'],
  ['extra-field', /^\W{0,2}'messages\.\d+.{0,120}is unsupported/i, 'groq-property-unsupported'],
  ['reasoning-extra', /reasoning_content.{0,3} is unsupported/i, 'cerebras-reasoning-content'],
  ['too-long', /^\W*please reduce the length of the messages or completion/i, 'groq-overflow'],
  ['extra-field', /extra inputs are not permitted, field: .{0,3}messages/i, 'fireworks-extra-inputs'],
  ['unspecific-history', /messages parameter is illegal|messages ?参数非法|["']?code["']?\s?[:=]\s?["']?1214\b/i, 'glm-messages-illegal'],
  ['call-arguments', /invalid api parameter, please check the doc|["']?code["']?\s?[:=]\s?["']?1210\b/i, 'glm-parameter-invalid'],
  ['empty-content', /must have at least one content element/i, 'xai-content-element'],
  ['too-long', /maximum prompt length is \d+/i, 'xai-context'],
  ['too-long', /range of input length should be \[1, ?\d+\]/i, 'dashscope-range'],
  ['too-long', /this endpoint's maximum context length/i, 'openrouter-window'],
  ['too-long', /prompt token count of \d+ exceeds the limit of \d+|model_max_prompt_tokens_exceeded/i, 'copilot-limits'],
]

// biome-ignore format: a table, one row a line
const GEMINI: readonly Row[] = [
  ['role-order', /function call turn comes immediately after/i, 'gemini-call-turn-order'],
  ['call-open', /function response turn comes immediately after/i, 'gemini-response-turn-order'],
  ['call-count', /number of function response parts/i, 'gemini-response-count'],
  ['thought-signature', /missing a .{0,3}thought_signature/i, 'gemini-thought-signature-missing'],
  ['thought-signature', /thought signature is not valid|corrupted thought signature|thought_signature.{0,60}type_bytes/i, 'gemini-thought-signature-invalid'],
  ['call-name', /function_response\.name.{0,3}: name cannot be empty/i, 'gemini-function-name'],
  ['last-role', /single turn requests end with a user role/i, 'gemini-last-user'],
  ['empty-content', /parts must not be empty|must include at least one parts field/i, 'gemini-parts-empty', 'gemini-part-data-empty'],
  ['empty-content', /required oneof field .{0,3}data/i, 'gemini-part-data-empty', 'gemini-parts-empty'],
  ['role-unknown', /please use a valid role: user, model/i, 'gemini-role-invalid'],
  ['role-order', /multiturn requests alternate/i, 'gemini-multiturn-alternate'],
  ['no-messages', /contents is not specified/i, 'gemini-contents-empty'],
  ['too-long', /input token count \(?\d+\)? exceeds/i, 'gemini-token-count'],
  ['content-shape', /has an empty value\. all values must have a type/i, 'gemini-response-shape'],
]

// biome-ignore format: a table, one row a line
const MISTRAL: readonly Row[] = [
  ['role-order', /unexpected role .{0,3}\w+.{0,3} after role/i, 'mistral-role-order'],
  ['last-role', /expected last role user or tool/i, 'mistral-last-role'],
  ['call-count', /not the same number of function calls and responses/i, 'mistral-call-count'],
  ['call-id-shape', /tool call id (?:was|has to be)|a-z, A-Z, 0-9, with a length of 9/i, 'mistral-tool-id-format'],
  ['result-orphan', /unexpected tool call id \S{1,120} in/i, 'mistral-tool-id-unexpected'],
  ['call-twice', /duplicate tool call id \S{1,120} in/i, 'mistral-tool-id-duplicate', 'mistral-tool-id-unexpected'],
  ['empty-content', /either content or tool_calls, but not/i, 'mistral-assistant-empty'],
  ['first-role', /must start with a user message or system|conversation must have at least one message/i, 'mistral-first-role'],
  ['empty-content', /system prompt must have content/i, 'mistral-system-empty'],
  ['last-role', /assistant message with prefix true must be last/i, 'mistral-prefix-position'],
  ['call-name', /function name was .{0,200}but must be a-z/i, 'mistral-function-name'],
  ['too-long', /prompt contains \d+ tokens.{0,60}too large for model/i, 'mistral-too-long'],
]

// biome-ignore format: a table, one row a line
const BEDROCK: readonly Row[] = [
  ['call-open', /expected toolresult blocks at messages/i, 'bedrock-tool-result-missing', 'bedrock-tool-results-split'],
  ['call-count', /number of toolresult blocks at messages\S{1,30} exceeds/i, 'bedrock-tool-result-extra'],
  ['tools-gone', /toolconfig field must be defined|tool_config_missing/i, 'bedrock-tool-config-missing'],
  ['wrong-role', /conversation blocks and tool result blocks cannot/i, 'bedrock-mixed-text-and-result'],
  ['first-role', /conversation must start with a user message(?! or system)/i, 'bedrock-first-user'],
  ['role-order', /conversation must alternate between user and assistant/i, 'bedrock-alternate'],
  ['empty-content', /content field in the message object at messages\S{1,20} is empty/i, 'bedrock-content-empty'],
  ['blank-text', /text field in the contentblock object at messages\S{1,30} is blank/i, 'bedrock-text-blank'],
  ['empty-content', /cannot be empty when status value is error/i, 'bedrock-error-result-empty'],
  ['call-twice', /tool(?:use|result) blocks? .{0,60}duplicate ids/i, 'bedrock-tool-use-id'],
  ['call-id-shape', /tooluseid.{0,3} failed to satisfy constraint/i, 'bedrock-tool-use-id'],
  ['too-long', /input is too long for requested model/i, 'bedrock-input-too-long'],
  ['call-arguments', /invalid sequence as part of tooluse/i, 'bedrock-invalid-tool-input'],
  ['reasoning-extra', /doesn't support the reasoningcontent/i, 'bedrock-signature-unsupported'],
  ['last-role', /doesn't support conversations ending with an assistant/i, 'bedrock-last-user'],
]

// biome-ignore format: a table, one row a line
const RESPONSES: readonly Row[] = [
  ['call-open', /no tool output found for tool call/i, 'openai-resp-call-without-output', 'deepseek-tool-pairing'],
  ['call-open', /no tool output found for|tool call output is missing for call id/i, 'openai-resp-call-without-output'],
  ['result-orphan', /no tool call found for/i, 'openai-resp-output-without-call'],
  ['reasoning-pair', /without its required following item/i, 'openai-resp-reasoning-without-item'],
  ['reasoning-pair', /without its required .{0,3}reasoning.{0,3} item/i, 'openai-resp-item-without-reasoning'],
  ['item-stored', /items are not persisted when|item with id .{1,100} not found/i, 'openai-resp-item-not-found'],
  ['reasoning-foreign', /encrypted content .{0,400}could not be (?:verified|decrypted)|invalid_encrypted_content/i, 'openai-resp-encrypted-invalid'],
  ['item-id', /input[[.]\d+\]?\.(?:call_)?id.{0,3}: string too long/i, 'openai-resp-id-length'],
  ['item-id', /duplicate item found with id/i, 'openai-resp-id-duplicate'],
  ['item-id', /expected an id that begins with/i, 'openai-resp-id-prefix'],
  ['reasoning-extra', /input[[.]\d+\]?\.content.{0,3}: array too long/i, 'openai-resp-reasoning-content-not-empty'],
  ['reasoning-foreign', /missing required parameter: .{0,3}input[[.]\d+\]?\.encrypted_content/i, 'openai-resp-encrypted-missing'],
  ['role-unknown', /value must be .{0,3}developer|system messages are not allowed/i, 'openai-resp-system-role'],
  ['image', /invalid base64-encoded value/i, 'openai-resp-image-invalid'],
  ['long-field', /input[[.]\d+\]?\.arguments.{0,3}: string too long/i, 'openai-resp-arguments-length'],
  ['call-name', /input[[.]\d+\]?\.name.{0,3}: (?:empty string|string does not match)/i, 'openai-resp-name-invalid'],
  ['item-stored', /previous response with id .{1,100} not found|previous_response_not_found/i, 'openai-resp-previous-not-found'],
  ['item-shape', /supported values are: '(?:output_text|input_text)'/i, 'openai-resp-content-type-role'],
  ['item-shape', /(?:missing required|unknown) parameter: .{0,3}input[[.]\d+\]?\./i, 'openai-resp-content-type-role'],
  ['item-shape', /supported values are: 'apply_patch_call'/i, 'openai-resp-item-type-unknown'],
  ['item-shape', /output of tool call should be .{0,3}input text/i, 'openai-resp-output-image'],
  ['no-messages', /one of .{0,3}input.{0,3} or .{0,3}previous_response_id/i, 'openai-resp-input-empty'],
  ['too-long', /exceeds the context window of this model|ran out of room in the model's context window/i, 'openai-resp-context-length'],
]

// biome-ignore format: a table, one row a line
const LOCAL: readonly Row[] = [
  ['role-order', /roles must alternate (?:user\/assistant|user and assistant)/i, 'local-alternate-strict'],
  ['role-unknown', /system message must be at the beginning/i, 'local-system-first'],
  ['no-user-text', /no user query found/i, 'local-no-user'],
  ['last-role', /prefill is incompatible with enable_thinking/i, 'local-prefill-thinking'],
  ['last-role', /2 or more assistant messages at the end/i, 'local-trailing-assistants'],
  ['result-orphan', /no previous assistant message with a tool call/i, 'local-tool-role-orphan'],
  ['reasoning-extra', /cannot pass both content and thinking/i, 'local-content-and-thinking'],
  ['role-unknown', /only user(?:, | and )assistant(?:,? and tool)? roles are supported|invalid message role/i, 'local-role-unknown'],
  ['single-calls', /only supports single tool-calls at once/i, 'local-single-tool'],
  ['too-long', /exceeds the available context size|tokens to keep from the initial prompt/i, 'local-ctx-overflow'],
  ['too-long', /you requested \d+ output tokens and your prompt contains/i, 'local-ctx-overflow'],
  ['call-arguments', /can only get item pairs from a mapping/i, 'local-args-object', 'openai-chat-arguments-not-json'],
  ['empty-content', /'content' field must be a string or an array|chatrequest\.messages\.content of type string/i, 'local-content-null'],
]

// biome-ignore format: a table, one row a line
const CHAT: readonly Row[] = [
  ['call-open', /must be followed by tool messages/i, 'openai-chat-tool-calls-unanswered'],
  ['result-orphan', /must be a response to a prec+e+ding message/i, 'openai-chat-tool-without-call'],
  ['result-orphan', /not found in .{0,3}tool_calls.{0,3} of previous message/i, 'openai-chat-tool-id-unknown'],
  ['call-id-shape', /(?:tool_calls[[.]\d+\]?\.id|tool_call_id).{0,3}: string too long/i, 'openai-chat-tool-id-length'],
  ['call-name', /function\.name.{0,3}: (?:string does not match|empty string|string too long)/i, 'openai-chat-name-pattern'],
  ['tool-list', /tools.{0,3} must not be an empty array/i, 'openai-chat-tools-empty'],
  ['output-limit', /valid range of max_tokens/i, 'openai-chat-max-tokens-range'],
  ['long-field', /content.{0,3}: string too long\. expected a string with maximum length/i, 'openai-chat-messages-limits'],
  ['long-field', /'tools': array too long|'messages': (?:empty array|array too long)|is too short - .{0,3}messages/i, 'openai-chat-messages-limits'],
  ['empty-content', /invalid value for .{0,3}content.{0,3}: expected a string, got null/i, 'openai-chat-content-null'],
  ['empty-content', /messages[[.]\d+\]?\.content.{0,3}: empty array/i, 'openai-chat-content-empty-array'],
  ['content-shape', /tool_calls.{0,3}: empty array/i, 'openai-chat-tool-calls-empty'],
  ['wrong-role', /image urls are only allowed for messages with role/i, 'openai-chat-image-role'],
  ['call-arguments', /failed to parse tool call arguments|invalid function arguments json/i, ...ARGUMENTS],
  ['role-unknown', /role.{0,3} does not support .{0,3}\w+.{0,3} with this model|incorrect role information/i, 'openai-chat-role-unsupported'],
  ['tools-gone', /tool_choice.{0,3} is only allowed when .{0,3}tools/i, 'openai-chat-tools-missing'],
  ['filter', /triggering .{0,20}content management policy|["']code["']\s?:\s?["']content_filter/i, 'azure-content-filter-history'],
  ['too-long', /maximum context length is \d+ tokens|context_length_exceeded/i, 'openai-chat-context-length'],
]

// biome-ignore format: a table, one row a line
const ANTHROPIC: readonly Row[] = [
  ['concurrency', /tool use concurrency issues/i, ...CONCURRENCY.map(of('anthropic'))],
  ['server-call', /(?:tool_result|srvtoolu_\w+).{0,90}but no .{0,3}\w+.{0,3} tool was provided|but no `\w+` tool was/i, 'anthropic-server-tool-missing-on-resume'],
  ['server-result', /unexpected .{0,3}tool_use_id.{0,3} found in .{0,3}\w+_tool_result/i, 'anthropic-server-result-without-use'],
  ['server-call', /tool use with id .{1,90} was found without a corresponding/i, 'anthropic-server-tool-use-unresolved', 'anthropic-mixed-turn-extra-content'],
  ['call-open', /tool_use.{0,3} ids were found without .{0,3}tool_result/i, ...OPEN_CALL.map(of('anthropic'))],
  ['result-orphan', /unexpected .{0,3}tool_use_id.{0,3} found in .{0,3}tool_result/i, 'anthropic-tool-result-without-use'],
  ['call-twice', /tool_use.{0,3} ids must be unique/i, 'anthropic-tool-use-id-duplicate'],
  ['result-twice', /tool_use.{0,3} must have a single result|found multiple .{0,3}tool_result.{0,3} blocks with id/i, 'anthropic-tool-result-duplicate'],
  ['wrong-role', /(?:tool_result|tool_use|thinking|image).{0,3} blocks (?:can|may) only be in .{0,3}(?:user|assistant)/i, 'anthropic-block-wrong-role'],
  ['thinking-altered', /blocks in the latest assistant message cannot be modified/i, 'anthropic-thinking-modified', 'anthropic-redacted-thinking-dropped'],
  ['thinking-signature', /invalid .{0,3}signature.{0,3} in .{0,3}thinking/i, 'anthropic-thinking-signature-invalid'],
  ['thinking-start', /expected .{0,3}thinking.{0,3} or .{0,3}redacted_thinking.{0,3} but found/i, 'anthropic-thinking-must-start-turn'],
  ['thinking-start', /first block must be .{0,3}thinking/i, 'anthropic-thinking-first-in-message'],
  ['thinking-off', /thinking.{0,3} is disabled, an .{0,3}assistant/i, 'anthropic-thinking-disabled-final-thinking'],
  ['settings', /thinking\.type\.(?:enabled|disabled)|adaptive thinking is not supported|than .{0,3}thinking\.budget_tokens|budget_tokens.{0,3}: input should be/i, 'anthropic-thinking-config-unsupported'],
  ['settings', /when tool_choice forces tool use/i, 'anthropic-forced-tool-choice-with-thinking'],
  ['empty-content', /text content blocks must be non-empty/i, 'anthropic-text-empty'],
  ['blank-text', /must contain non-whitespace text/i, 'anthropic-text-whitespace-only'],
  ['empty-content', /messages must have non-empty content/i, 'anthropic-user-empty-content', 'anthropic-assistant-empty-content'],
  ['trailing-blank', /content cannot end with trailing whitespace/i, 'anthropic-final-assistant-trailing-whitespace'],
  ['last-role', /does(?: not|n't) support assistant message prefill/i, 'anthropic-prefill-unsupported'],
  ['cache', /maximum of 4 blocks with .{0,3}cache_control/i, 'anthropic-cache-control-count'],
  ['cache', /cache_control.{0,3} cannot be set for empty text/i, 'anthropic-cache-control-empty-text'],
  ['cache', /thinking\.cache_control.{0,3}: extra inputs/i, 'anthropic-cache-control-thinking', 'anthropic-extra-field'],
  ['image', /many-image requests/i, 'anthropic-image-many-dimension'],
  ['image', /exceed max allowed size: 8000/i, 'anthropic-image-dimension'],
  ['image', /image exceeds [\d.]{1,12} ?[kmg]?b(?:ytes)? maximum/i, 'anthropic-image-too-big-bytes'],
  ['image', /could not process image|match the provided media type|image was specified using|: image cannot be empty/i, 'anthropic-image-undecodable'],
  ['document', /a maximum of \d+ pdf pages|the pdf specified was not valid/i, 'anthropic-pdf-limits'],
  ['call-arguments', /\.input: (?:input should be|field required)/i, 'anthropic-tool-use-input-not-object'],
  ['call-arguments', /messages\.\d+.{0,60}: input should be (?:a valid dictionary|an object)/i, 'anthropic-tool-use-input-not-object'],
  ['extra-field', /context_management\S{0,60}: extra inputs/i, 'anthropic-context-management-rejected', 'anthropic-extra-field'],
  ['extra-field', /(?:messages|system|tools|content|metadata|output_config)[.[\]\w]{0,120}: extra inputs are not permitted/i, 'anthropic-extra-field'],
  ['unknown-block', /input tag .{1,80} does not match any of the expected tags/i, 'anthropic-unknown-block-type'],
  ['too-long', /prompt is too long: ?\d|(?:^|: |\d )prompt is too long\W{0,3}(?:$|·|please|run)/i, 'anthropic-prompt-too-long'],
  ['too-long', /exceed context limit: \d+ \+ \d+ > \d+|input length and .{0,3}max_tokens.{0,3} exceed/i, 'anthropic-prompt-too-long'],
  ['too-long', /reached its context window limit|model_context_window_exceeded/i, 'anthropic-context-window-stop', 'anthropic-prompt-too-long'],
  ['output-limit', /max_tokens: \d+ > \d+, which is the maximum/i, 'anthropic-max-tokens-over-model'],
  ['body-too-large', /request exceeds the maximum size|request_too_large|(?:^|: |\d )request too large\b/i, 'anthropic-request-too-large'],
  ['call-open', /did not find \d+ .{0,3}tool_result|followed by a user message with .{0,3}tool_result/i, 'anthropic-tool-use-without-result', 'anthropic-legacy-texts'],
  ['content-shape', /tool_use_id.{0,3}: field required/i, 'anthropic-tool-result-id-missing'],
  ['thinking-fields', /\bsignature: field required/i, 'anthropic-thinking-fields', 'anthropic-thinking-signature-missing'],
  ['thinking-fields', /thinking\.thinking: field required/i, 'anthropic-thinking-fields'],
  ['call-id-shape', /string should match pattern .{0,3}\^\[a-zA-Z0-9_-\]\+\$/i, 'anthropic-tool-use-id-pattern'],
  ['call-name', /tool_use\.name: string should have/i, 'anthropic-tool-use-name-pattern'],
  ['tools-gone', /doesn't support tool calling without .{0,3}tools=|blocks must define .{0,3}tools/i, 'anthropic-tools-missing-for-history'],
  ['server-call', /container_id.{0,3} is required when there are pending/i, 'anthropic-container-id-required', 'anthropic-programmatic-container-missing'],
  ['tools-gone', /tool reference .{1,90} not found in available tools/i, 'anthropic-tool-reference-unknown'],
  ['tool-list', /(?:tools: |^\W*)tool names must be unique/i, 'anthropic-tool-names-unique'],
  ['tool-list', /all tools cannot be deferred/i, 'anthropic-all-tools-deferred'],
  ['role-unknown', /use the top-level .{0,3}system.{0,3} parameter/i, 'anthropic-system-role-first'],
  ['role-unknown', /unexpected role .{0,3}\w+.{0,4} the messages api|\.role: input should be .{0,3}user/i, 'anthropic-role-unknown', 'anthropic-system-role-first'],
  ['role-order', /roles must alternate between .{0,3}user/i, 'anthropic-legacy-texts', 'local-alternate-strict'],
  ['no-messages', /messages: at least one message is required/i, 'anthropic-messages-empty'],
  ['first-role', /first message must use the .{0,3}user.{0,3} role/i, 'anthropic-first-message-assistant'],
  ['content-shape', /messages\.\d+\S{0,60}: (?:input should be a valid (?:list|string)|field required)/i, 'anthropic-content-shape'],
]

// biome-ignore format: a table, one row a line
const NO_VENDOR: readonly Row[] = [
  ['unicode', /no (?:low|high) surrogate|lone (?:leading|trailing) surrogate/i, 'any-lone-surrogate', 'anthropic-invalid-unicode'],
  ['call-pending', /no function call event found for function responses/i, 'any-pending-call-compacted'],
  ['no-shrink', /summari[sz]ation failed to reduce|context size increased from \d|^\W*already compacted|(?:session|context|conversation) (?:is |was )?already compacted/i, 'any-no-shrink'],
  ['unspecific-history', /invalid params.{0,200}\(2013\)|status_code\W{1,4}2013\b/i, 'minimax-tool-result-orphan', 'minimax-result-not-adjacent'],
  ['extra-field', /^(?:[\w.[\]]{1,120}: )?extra inputs are not permitted\W{0,3}$/i, 'anthropic-extra-field'],
  ['too-long', /conversation (?:is )?too long|context overflow:|(?:上下文|提示词|输入|请求|tokens?).{0,16}(?:过长|太长|超长|超出|超过|超限)/i],
  ['model-unknown', /invalid model\b|model_not_found|(?:^|: |\d )model not found|(?:unknown|unsupported|no such) model\b|模型.{0,12}(?:不存在|不可用|无效)|无可用渠道/i],
  ['model-unknown', /model:? .{0,3}[\w./:@-]{2,80}.{0,3} (?:does not exist|(?:is |was )?not (?:found|supported|available))|^model: [\w.:@-]+$/i],
  ['settings', /model does(?: not|n't) support .{0,9}(?:thinking|reasoning|effort|temperature)|unsupported (?:parameter|value): (?!.{0,3}(?:messages|input\[))|supported values are: 'none'|reasoning[._]effort/i],
  ['output-limit', /response exceeded the \d+ output token maximum/i],
  ['compact-endpoint', /running remote compact task.{0,400}unknown parameter/i, 'openai-resp-compact-unknown-param'],
  ['billing', /credit balance is too low|insufficient[ _](?:credits?|balance|funds|quota|user_quota)|exceeded your current quota|billing_(?:error|hard_limit)/i],
  ['billing', /payment required|(?:quota|budget) (?:has been |is )?(?:exceeded|exhausted|not enough)|out of (?:extra )?(?:credits|usage)|额度|余额|充值|欠费|续费|配额|扣费/i],
  ['rate', /you(?:'ve| have) (?:hit|reached) your .{0,30}limit|usage limit (?:has been )?reached|usage_limit_reached|hour limit reached|resource_exhausted|resource has been exhausted/i],
  ['rate', /rate_limit_?(?:error|exceeded)|^\W*rate_limit\W*$|rate limit (?:error|exceeded|reached|hit)|exceed.{0,60}rate limit|too many requests|throttlingexception|限流|限额|上限|过于频繁|(?:算力|使用|访问|并发|频率|速率|用量|次数|调用).{0,4}限制|(?:达到|超出|超过).{0,8}限制/i],
  ['auth', /not logged in|run \/login|(?:invalid|incorrect) (?:x-)?api[- _]?key|invalid_api_key|api key not valid|authentication_error|permission_error|未登录|未授权|无效的令牌|令牌无效/i],
  ['auth', /401 unauthorized|403 forbidden|\bunauthenticated\b|permission_denied|oauth .{0,40}(?:expired|revoked|not supported)|organization has been disabled/i],
  ['template', /jinja exception|error rendering prompt with jinja/i],
  ['overloaded', /overloaded_error|\boverloaded\W*$|internal server error|service unavailable|bad gateway|gateway time-?out|model is (?:currently )?overloaded|负载/i],
  ['unreachable', /^\W*(?:connection error|request timed out|fetch failed)|econnre(?:set|fused)|etimedout|enotfound|socket hang up/i],
]

function of(provider: string): (rule: string) => string {
  return rule => `${provider}-${rule}`
}

/** A vendor row belongs to the family that its first rule names. */
function providerOf(rules: readonly string[], fallback: string | null): string | null {
  if (fallback !== 'vendors') return fallback
  const first = rules[0] ?? ''
  if (rules.includes('deepseek-tool-pairing')) return 'deepseek'
  return first.slice(0, first.indexOf('-'))
}

function phrasesOf(provider: string | null, rows: readonly Row[]): ErrorPhrase[] {
  return rows.map(([topic, pattern, ...rules]) => ({
    pattern,
    rules,
    provider: providerOf(rules, provider),
    dated: DATED,
    ...describeTopic(topic),
  }))
}

export const ERROR_PHRASES: readonly ErrorPhrase[] = [
  ...phrasesOf('vendors', VENDORS),
  ...phrasesOf('gemini', GEMINI),
  ...phrasesOf('mistral', MISTRAL),
  ...phrasesOf('bedrock', BEDROCK),
  ...phrasesOf('openai-responses', RESPONSES),
  ...phrasesOf('local', LOCAL),
  ...phrasesOf('openai-chat', CHAT),
  ...phrasesOf('anthropic', ANTHROPIC),
  ...phrasesOf(null, NO_VENDOR),
]

type HintRow = readonly [topic: Topic, provider: string, needs: readonly RegExp[], without: RegExp | null, ...rules: string[]]

// biome-ignore format: a table, one row a line
const HINTS: readonly HintRow[] = [
  ['thinking-start', 'anthropic', [/redacted_thinking/, /\btool_use\b|`text`/], null, 'anthropic-thinking-must-start-turn'],
  ['thinking-altered', 'anthropic', [/redacted_thinking/], null, 'anthropic-thinking-modified', 'anthropic-thinking-must-start-turn'],
  ['thinking-signature', 'anthropic', [/\bsignature\b/, /\bthinking\b/], null, 'anthropic-thinking-signature-invalid'],
  ['server-result', 'anthropic', [/\w_tool_result\b/, /\btool_use_id\b/], null, 'anthropic-server-result-without-use'],
  ['server-call', 'anthropic', [/\w_tool_result\b/], null, 'anthropic-server-tool-use-unresolved'],
  ['result-orphan', 'anthropic', [/\btool_use_id\b/, /\btool_result\b/], null, 'anthropic-tool-result-without-use'],
  ['result-twice', 'anthropic', [/\.content\.\d/, /\btool_use\b/, /\btool_result\b/], null, 'anthropic-tool-result-duplicate', 'anthropic-tool-result-without-use'],
  ['call-open', 'anthropic', [/\btool_use\b/, /\btool_result\b/], null, 'anthropic-tool-use-without-result', 'anthropic-tool-result-without-use'],
  ['wrong-role', 'anthropic', [/\b(?:tool_result|tool_use)\b/, /[`'"](?:user|assistant)[`'"]/], null, 'anthropic-block-wrong-role'],
  ['call-twice', 'anthropic', [/\btool_use\b/], /\btool_result\b/, 'anthropic-tool-use-id-duplicate', 'anthropic-tool-use-without-result'],
  ['thinking-off', 'anthropic', [/[`'"]thinking[`'"]/, /[`'"]assistant[`'"]/], null, 'anthropic-thinking-disabled-final-thinking', 'anthropic-block-wrong-role'],
  ['call-open', 'openai-chat', [/\btool_calls\b/, /\btool_call_ids?\b/], null, 'openai-chat-tool-calls-unanswered', 'openai-chat-tool-id-unknown'],
  ['result-orphan', 'openai-chat', [/\btool_calls\b/, /[`'"]tool[`'"]/], null, 'openai-chat-tool-without-call'],
  ['reasoning-missing', 'deepseek', [/\breasoning_content\b/], null, 'deepseek-reasoning-missing', 'kimi-reasoning-missing'],
  ['thought-signature', 'gemini', [/\bthought_?signature\b/i], null, 'gemini-thought-signature-missing', 'gemini-thought-signature-invalid'],
  ['tools-gone', 'bedrock', [/\btoolConfig\b/], null, 'bedrock-tool-config-missing'],
  ['call-count', 'bedrock', [/\btoolResult\b/, /\btoolUse\b/], null, 'bedrock-tool-result-extra', 'bedrock-tool-result-missing'],
  ['cache', 'anthropic', [/\bcache_control\b/], null, 'anthropic-cache-control-count', 'anthropic-cache-control-empty-text'],
]

export const FIELD_HINTS: readonly FieldHint[] = HINTS.map(([topic, provider, needs, without, ...rules]) => {
  const { means, lookFor } = describeTopic(topic)
  return { needs, without, rules, provider, means: `The sentence is not one that we know, but its field names are. ${means}`, lookFor }
})
