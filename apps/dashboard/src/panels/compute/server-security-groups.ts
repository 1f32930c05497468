import { computeApi } from '@nimbo/contracts/compute/api'
import { listServerSecurityGroups } from '@nimbo/contracts/compute/server-security-groups'
import { column } from '../../panel/column.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'

/** A rule in one line: `tcp 22–22 0.0.0.0/0`. */
const lineOf = (rule: Item): string => {
  const { from_port: first, to_port: last } = rule
  const ports =
    typeof first !== 'number' || first < 0 ? '' : first === last ? `${first}` : `${first}–${String(last)}`
  const source = textAt(rule, 'ip_range.cidr') || textAt(rule, 'group.name')
  return [textAt(rule, 'ip_protocol') || '*', ports, source].filter(Boolean).join(' ')
}

/** The security groups of a server, with their rules. */
export const serverSecurityGroups = panel({
  id: 'server-security-groups',
  api: computeApi,
  kind: 'server',
  list: { operation: listServerSecurityGroups },
  columns: [
    column('id', { label: 'name', look: 'reference', to: 'security-groups' }),
    column('description'),
    column('rules', { look: 'list', value: ({ rules }) => itemsIn(rules).map(lineOf) }),
  ],
})
