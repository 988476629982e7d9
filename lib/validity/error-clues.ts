/**
 * Patterns around a provider's message: what wraps it, and what else a text tells (status, ids, paths, vendor).
 * Data only, one row a line.
 */

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', grave: '`', nbsp: ' ' }

type Named = readonly [name: string, pattern: RegExp]

/** What stands right before the body of another service's answer. */
const BODY_MARKERS: readonly Named[] = [
  ['remote-compact', /^.{0,200}?Error running remote compact task: /],
  ['bedrock', /^.{0,400}?The model returned the following errors: /s],
  ['bedrock', /^.{0,400}?An error occurred \(\w+\) when calling the \w+ operation[^:\n]{0,60}: /s],
]

/** What stands in front of a sentence and is no part of it. */
const PREFIXES: readonly Named[] = [
  ['litellm', /^.{0,200}?\blitellm\.(?:exceptions\.)?\w+: (?:litellm\.\w+: )*(?:\w{1,40} ?Exception ?- )?/],
  ['litellm', /^\w{1,40}Exception - /],
  ['api-error', /^⎿?\s*API Error(?:: | \()(?:\d{3}\b[):]* ?)?(?!due to)/],
  ['error-code', /^Error code: \d{3} - /],
  ['log-prefix', /^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]?)?\]?\[?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[\s:|-]*/],
  ['log-prefix', /^\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|CRITICAL|TRACE|ERR)\b\]?[\s:|-]*(?=\S)/],
  ['log-prefix', /^\[[A-Za-z][^\]\n]{0,60}\][\s:|-]*/],
  ['jinja', /^.{0,300}?(?:Jinja Exception: |Error rendering prompt with jinja template: )/s],
  ['dashscope', /^<\d{3}> InternalError\.\w+(?:\.\w+)?: /],
  ['gateway', /^.{0,160}?(?:\bupstream (?:stream )?error: |unexpected status \d{3}[^:\n]{0,40}: )/],
  ['error-class', /^(?:Uncaught )?(?:[a-z]\w{0,40}\.){0,6}(?:[A-Z]\w{0,60})?(?:Error|Exception)(?: \[\w+\])?: (?:\d{3}\b(?! status) ?)?/],
  ['status', /^(?:HTTP |Error )?[45]\d\d\b:? (?!status code)(?=[`'"A-Za-z])/],
]

const STATUS_PATTERNS: readonly RegExp[] = [
  /API Error(?:: | \()(\d{3})\b/,
  /Error code: (\d{3})\b/i,
  /\bHTTP(?:\/[\d.]{1,4})?[ :](?:status )?(\d{3})\b/,
  /\bstatus[ _-]?(?:code)?["']?\s?[:=]\s?["']?(\d{3})\b/i,
  /\bstatus (?:code )?(\d{3})\b/i,
  /\b(\d{3}) status code\b/i,
  /\bcode["']?\s?[:=]\s?["']?(\d{3})\b/i,
  /\bError:? \(?(\d{3})\b/,
  /^[[<(]?(\d{3})\b(?= ?[{:>)\]-]| [A-Z"'`])/,
  /\b(\d{3}) (?:Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Payload Too Large|Too Many Requests|Internal Server)/i,
]

// An id is told by its letters in front, or by the words in front of it when another vendor made it.
const ID_PATTERNS: readonly RegExp[] = [
  /\b(?:toolu|srvtoolu|mcptoolu|tooluse|call|fc|rs|msg|ws|ctc|cmp|resp|item)_[\w-]+/g,
  /\bfunctions\.[\w-]+:\d+/g,
  /\bchatcmpl-tool-[\w-]+/g,
  /(?:immediately after|response messages|(?<!\.)\bids?|blocks|call_id): ?([^\s,]+(?:, ?[^\s,]+){0,200})/gi,
  /\b(?:with id|tool_call_id.{1,2} of|call_id|duplicate ids) ([^\s,]+)/gi,
  /\bitem ('[^']+')|\.id': ('[^']+')|\bvalue ('[^']+') at '/gi,
  /\bfound for (?:\w+ ){1,3}call (?!output\b)([^\s,]+)/gi,
  /\btool (?:call )?id(?: was |\(| )([^\s()]+)\)? (?:not|but|in)\b/gi,
]

/** `tokens` and `more` are added up: both count against `limit`. */
const NUMBER_PATTERNS: readonly RegExp[] = [
  /(?<tokens>[\d,]{1,15}) tokens > (?<limit>[\d,]{1,15})/,
  /context limit: (?<tokens>\d{1,12}) \+ (?<more>\d{1,12}) > (?<limit>\d{1,12})/,
  /max_tokens: (?<tokens>\d{1,12}) > (?<limit>\d{1,12})/,
  /context length is (?<limit>[\d,]{1,15}) tokens.{0,80}?requested (?<tokens>\d{1,12}) output tokens and .{0,40}?(?<more>\d{1,12}) input/i,
  /context length is (?<limit>[\d,]{1,15}) tokens.{0,80}?(?:requested (?:about )?|resulted in )(?<tokens>[\d,]{1,15})/i,
  /prompt length is (?<limit>[\d,]{1,15}) but the request contains (?<tokens>[\d,]{1,15})/i,
  /token count (?:of |\()(?<tokens>[\d,]{1,15})\)? exceeds .{0,60}?(?<limit>\d[\d,]{0,14})/i,
  /token limit: (?<limit>\d{1,12}) \(requested: (?<tokens>\d{1,12})/i,
  /\((?<tokens>\d{1,12}) tokens\) exceeds the available context size \((?<limit>\d{1,12})/i,
  /prompt contains (?<tokens>\d{1,12}) tokens.{0,80}?with (?<limit>\d{1,12}) maximum/i,
  /(?:input length should be|max_tokens is) \[1, ?(?<limit>\d{1,12})/i,
  /context length is (?<limit>[\d,]{1,15}) tokens/i,
]

const PATH = /\b(messages|contents|input|system|tools)(\.?\[?\d{1,7}\b\]?(?:\.?\[\d{1,7}\]|\.\d{1,7}|\.[a-z_][\w-]*)*)/gi
const WORDED_PATH = /\bmessages? (?:at )?(?:position|index) (\d{1,7})|\bmessage\[(\d{1,7})\]|\bat (?:index|position) (\d{1,7})/i
// A gateway that translates the sentence may translate the path too.
const TRANSLATED_PATH =
  /(?:第 ?(?=\d{1,7} ?条消息)|消息|メッセージ|메시지|сообщени\p{L}{1,3})[ .[#]{0,2}(\d{1,7})(?:[\].]{1,2}(?:内容|content)\.(\d{1,7}))?/u
// Looks like an id and is none.
const FIELD_NAME = /^[a-z]+_(?:ids?|outputs?|types?|names?|references?|calls?|results?|use|content)$/
const FOUND_BLOCK =
  /(?:but found |\. Found )[`'"]?(text|image|document|fallback|compaction|\w*(?:tool_use|tool_result|thinking))\b|input tag '(\w{1,60})' found/i

/** Traces of a provider in hosts, envelopes and ids, for texts whose wording does not tell. */
const VENDOR_MARKS: readonly Named[] = [
  ['bedrock', /bedrock|ValidationException|toolu_bdrk_/i],
  ['anthropic', /anthropic|req_vrtx_|req_0\w|toolu_|["']type["']\s?:\s?["']error["']/i],
  ['gemini', /generativelanguage|GenerateContentRequest|INVALID_ARGUMENT|RESOURCE_EXHAUSTED|\bgemini\b/],
  ['mistral', /mistral|invalid_request_message_order/i],
  ['deepseek', /deepseek/i],
  ['kimi', /\bkimi\b|moonshot/i],
  ['glm', /bigmodel|zhipu|\bz\.ai\b/i],
  ['minimax', /minimax/i],
  ['xai', /\bx\.ai\b|\bgrok-/i],
  ['groq', /\bgroq\b/i],
  ['cerebras', /cerebras|wrong_api_format/i],
  ['fireworks', /fireworks/i],
  ['dashscope', /dashscope|InternalError\.Algo/i],
  ['copilot', /copilot/i],
  ['openai-responses', /\/v1\/responses\b/],
  ['openai-chat', /openai|chatcmpl-|["']param["']\s?:/i],
  ['local', /llama\.cpp|ollama|lm studio|\bvllm\b|jinja/i],
]

export const WRAPPING = { entities: ENTITIES, markers: BODY_MARKERS, prefixes: PREFIXES } as const
export const CLUES = {
  status: STATUS_PATTERNS,
  ids: ID_PATTERNS,
  numbers: NUMBER_PATTERNS,
  vendors: VENDOR_MARKS,
  path: PATH,
  worded: WORDED_PATH,
  translated: TRANSLATED_PATH,
  fieldName: FIELD_NAME,
  foundBlock: FOUND_BLOCK,
} as const
