'use client'

import type { Scope } from '@/lib/url/api'
import type { SessionHeader } from '@/lib/view/models'
import { momentChoices } from '@/lib/view/moments'
import type { SessionState } from '../hooks/use-session-state'
import { type Choice, SelectMenu } from '../ui/menu'

interface ScopeBarProps {
  readonly header: SessionHeader
  readonly state: SessionState['state']
  readonly scope: Scope
  readonly isBusy: boolean
  readonly onLoad: SessionState['load']
}

const RECORD = 'record'
/** What findings are numbered by; another scope has other findings. */
const FRESH = { finding: null, choose: null } as const

/** Which request is looked at: provider, moment, branch, agent. */
export function ScopeBar({ header, state, scope, isBusy, onLoad }: ScopeBarProps) {
  if (state.lens === 'import') return null
  const isTranscript = state.lens === 'transcript'
  const record: readonly Choice[] = isTranscript && !header.isBody ? [{ value: RECORD, label: 'Whole record' }] : []
  const moments: readonly Choice[] = [...record, ...momentChoices(header, state.moment ?? 'end')]
  const agents = [{ value: '', label: 'main' }, ...header.agents.map(agentChoice)]
  const branches = Array.from({ length: header.branches }, (_, number) => ({
    value: String(number),
    label: number === 0 ? '0 (active)' : String(number),
  }))
  return (
    <div className="ml-auto flex flex-wrap items-center gap-1.5 py-1">
      {isBusy && (
        <span role="status" className="text-xs text-muted">
          checking …
        </span>
      )}
      <SelectMenu
        label="Profile"
        value={scope.profile ?? header.autoProfile}
        choices={header.profiles.map(({ id, label }) => ({ value: id, label, ...(id === header.autoProfile ? { hint: 'auto' } : {}) }))}
        onChoose={profile => onLoad({ profile: profile === header.autoProfile ? null : profile, ...FRESH })}
      />
      {moments.length > 1 && (
        <SelectMenu
          label={isTranscript ? 'Show' : 'Moment'}
          value={scope.moment ?? RECORD}
          choices={moments}
          onChoose={value => onLoad({ moment: value === RECORD || (value === 'end' && !isTranscript) ? null : value, ...FRESH })}
        />
      )}
      {header.branches > 1 && (
        <SelectMenu
          label="Branch"
          value={String(scope.branch ?? 0)}
          choices={branches}
          onChoose={value => onLoad({ branch: value === '0' ? null : Number(value), at: null, ...FRESH })}
        />
      )}
      {header.agents.length > 0 && (
        <SelectMenu
          label="Agent"
          value={scope.agent ?? ''}
          choices={agents}
          onChoose={value => onLoad({ agent: value === '' ? null : value, moment: null, at: null, branch: null, ...FRESH })}
        />
      )}
    </div>
  )
}

function agentChoice({ agent, name, messages }: SessionHeader['agents'][number]): Choice {
  return { value: agent, label: name === '' || name === agent ? agent : `${agent} ${name}`, hint: `${messages} messages` }
}
