/** All rules. A new rule is one file in `rules/` and one line here. */

import type { Rule, Variant } from './rule'
import { argumentsJson } from './rules/arguments-json'
import { blankText } from './rules/blank-text'
import { blockRole } from './rules/block-role'
import { callIdShape } from './rules/call-id-shape'
import { callInput } from './rules/call-input'
import { callName } from './rules/call-name'
import { callWithoutResult } from './rules/call-without-result'
import { contentFilter } from './rules/content-filter'
import { contentNull } from './rules/content-null'
import { duplicateCallId } from './rules/duplicate-call-id'
import { duplicateResult } from './rules/duplicate-result'
import { emptyMessage } from './rules/empty-message'
import { emptyText } from './rules/empty-text'
import { fallbackBlock } from './rules/fallback-block'
import { finalWhitespace } from './rules/final-whitespace'
import { firstRole } from './rules/first-role'
import { imageRole } from './rules/image-role'
import { lastRole } from './rules/last-role'
import { loneSurrogate } from './rules/lone-surrogate'
import { maxTokensRange } from './rules/max-tokens-range'
import { messageBetween } from './rules/message-between'
import { messageLimits } from './rules/message-limits'
import { messagesEmpty } from './rules/messages-empty'
import { resultContentType } from './rules/result-content-type'
import { resultEmpty } from './rules/result-empty'
import { resultIdUnknown } from './rules/result-id-unknown'
import { resultNotFirst } from './rules/result-not-first'
import { resultWithoutCall } from './rules/result-without-call'
import { resultsSplit } from './rules/results-split'
import { roleNeighbours } from './rules/role-neighbours'
import { roleUnknown } from './rules/role-unknown'
import { systemPlace } from './rules/system-place'
import { thinkingAlone } from './rules/thinking-alone'
import { thinkingAltered } from './rules/thinking-altered'
import { thinkingConfig } from './rules/thinking-config'
import { thinkingFinalDisabled } from './rules/thinking-final-disabled'
import { thinkingFirst } from './rules/thinking-first'
import { thinkingOtherModel } from './rules/thinking-other-model'
import { thinkingSignature } from './rules/thinking-signature'
import { thinkingStripped } from './rules/thinking-stripped'
import { thinkingToggled } from './rules/thinking-toggled'
import { thinkingTurnStart } from './rules/thinking-turn-start'
import { thinkingUnsigned } from './rules/thinking-unsigned'
import { tooLong } from './rules/too-long'
import { tooManyMessages } from './rules/too-many-messages'
import { toolCallsEmpty } from './rules/tool-calls-empty'
import { toolChoiceForced } from './rules/tool-choice-forced'
import { toolsEmpty } from './rules/tools-empty'
import { toolsMissing } from './rules/tools-missing'

export const RULES: readonly Rule[] = [
  duplicateCallId,
  duplicateResult,
  callIdShape,
  blockRole,
  resultIdUnknown,
  resultNotFirst,
  messageBetween,
  resultsSplit,
  callWithoutResult,
  resultWithoutCall,
  callName,
  callInput,
  argumentsJson,
  toolCallsEmpty,
  toolsMissing,
  toolsEmpty,
  resultContentType,
  resultEmpty,
  emptyText,
  blankText,
  emptyMessage,
  contentNull,
  finalWhitespace,
  messagesEmpty,
  tooManyMessages,
  messageLimits,
  firstRole,
  roleNeighbours,
  lastRole,
  roleUnknown,
  systemPlace,
  imageRole,
  thinkingAltered,
  thinkingSignature,
  thinkingUnsigned,
  thinkingTurnStart,
  thinkingFirst,
  thinkingFinalDisabled,
  thinkingAlone,
  thinkingToggled,
  thinkingOtherModel,
  thinkingStripped,
  thinkingConfig,
  toolChoiceForced,
  fallbackBlock,
  maxTokensRange,
  tooLong,
  loneSurrogate,
  contentFilter,
]

const BY_VARIANT: ReadonlyMap<string, Rule> = new Map(RULES.flatMap(rule => rule.variants.map(variant => [variant.id, rule] as const)))

/** The rule that a variant belongs to, by the id that people see. */
export function ruleOf(variantId: string): Rule | null {
  return BY_VARIANT.get(variantId) ?? null
}

/** Every variant that a profile asks about. */
export function variantsFor(profileId: string): readonly Variant[] {
  return RULES.flatMap(rule => rule.variants.filter(variant => variant.profile === profileId))
}
