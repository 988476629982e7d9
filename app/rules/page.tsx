import type { Metadata } from 'next'
import { RuleTable } from '@/components/rules/rule-table'
import { Frame } from '@/components/shell/frame'
import { ruleRows } from '@/lib/view/rules'

export const metadata: Metadata = { title: 'Rules' }

export default function Rules() {
  return (
    <Frame crumbs={[{ label: 'Rules' }]}>
      <RuleTable rules={ruleRows()} />
    </Frame>
  )
}
