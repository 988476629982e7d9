import {
  Brain,
  CornerDownLeft,
  FileText,
  Image,
  Lock,
  type LucideIcon,
  MessageSquare,
  Scissors,
  Server,
  Shapes,
  Volume2,
  Wrench,
} from 'lucide-react'
import type { BlockKind } from '@/lib/session/model'

const ICONS: Readonly<Record<BlockKind, LucideIcon>> = {
  text: MessageSquare,
  thinking: Brain,
  redacted: Lock,
  call: Wrench,
  result: CornerDownLeft,
  image: Image,
  document: FileText,
  audio: Volume2,
  serverCall: Server,
  serverResult: Server,
  compaction: Scissors,
  other: Shapes,
}

export const KIND_WORDS: Readonly<Record<BlockKind, string>> = {
  text: 'text',
  thinking: 'thinking',
  redacted: 'redacted thinking',
  call: 'call',
  result: 'result',
  image: 'image',
  document: 'document',
  audio: 'audio',
  serverCall: 'server call',
  serverResult: 'server result',
  compaction: 'compaction',
  other: 'other',
}

export function KindIcon({ kind }: { readonly kind: BlockKind }) {
  const Icon = ICONS[kind]
  return <Icon size={13} role="img" aria-label={KIND_WORDS[kind]} className="shrink-0 text-muted" />
}
