import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RulePage } from '@/components/rules/rule-page'
import { Frame } from '@/components/shell/frame'
import { RULES } from '@/lib/validity/registry'
import { ruleView } from '@/lib/view/rules'
import { repairsOf } from './repairs'

interface Props {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: ruleView(decodeURIComponent((await params).id))?.title ?? 'Rules' }
}

export default async function Rule({ params }: Props) {
  const id = decodeURIComponent((await params).id)
  const rule = ruleView(id)
  if (!rule) notFound()
  const repairs = repairsOf(rule.id, RULES.find(one => one.id === rule.id)?.rejected ?? [])
  return (
    <Frame crumbs={[{ label: 'Rules', href: '/rules' }, { label: rule.title }]}>
      <RulePage rule={rule} repairs={repairs} chosen={rule.id === id ? null : id} />
    </Frame>
  )
}
