import type { Stack, StackInTree } from '../db/stacks.ts'
import { stackPath } from '../domain/stack-identity.ts'

interface Link {
  readonly href: string
  readonly rel: string
}

const link = (href: string, rel: string): Link => ({ href, rel })

export const stackUrl = (base: string, stack: StackInTree): string => `${base}${stackPath(stack)}`

export const stackLinks = (base: string, stack: Stack): Link[] => [link(stackUrl(base, stack), 'self')]

export const resourceLinks = (base: string, stack: Stack, name: string): Link[] => [
  link(`${stackUrl(base, stack)}/resources/${encodeURIComponent(name)}`, 'self'),
  link(stackUrl(base, stack), 'stack'),
]
