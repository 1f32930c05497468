import type { Kind } from '../cloud/find.ts'
import type { Session } from '../cloud/session.ts'
import { commaList, text } from '../grammar/option.ts'
import { findOptionalIn, projectKind } from './identity-kinds.ts'

const networkKindOf = (one: string, label: string): Kind => ({
  service: ({ network }) => network,
  path: `/${one.replaceAll('_', '-')}s`,
  one,
  many: `${one}s`,
  label,
  byName: (name) => ({ name }),
})

export const networkKind = networkKindOf('network', 'Network')
export const subnetKind = networkKindOf('subnet', 'Subnet')
export const subnetPoolKind = networkKindOf('subnetpool', 'SubnetPool')
export const portKind = networkKindOf('port', 'Port')
export const securityGroupKind = networkKindOf('security_group', 'SecurityGroup')
export const securityGroupRuleKind = networkKindOf('security_group_rule', 'SecurityGroupRule')

/** The options that name the owning project. */
export const projectOptions = {
  project: text('<project>', "Owner's project (name or ID)"),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}

/** The id of the project named by {@link projectOptions}. */
export const projectIn = (
  session: Session,
  {
    project,
    projectDomain,
  }: { readonly project: string | undefined; readonly projectDomain: string | undefined },
): Promise<string | undefined> => findOptionalIn(session, projectKind, project, projectDomain)

/** The options that filter a list by tags. */
export const tagFilters = {
  tags: commaList('List things which have all given tag(s)'),
  anyTags: commaList('List things which have any given tag(s)'),
  notTags: commaList('Exclude things which have all given tag(s)'),
  notAnyTags: commaList('Exclude things which have any given tag(s)'),
}

type TagFilters = { readonly [Key in keyof typeof tagFilters]: readonly string[] }

const joined = (tags: readonly string[]): string | undefined => (tags.length > 0 ? tags.join(',') : undefined)

/** The query that {@link tagFilters} stand for. */
export const tagQuery = (filters: TagFilters) => ({
  tags: joined(filters.tags),
  'tags-any': joined(filters.anyTags),
  'not-tags': joined(filters.notTags),
  'not-tags-any': joined(filters.notAnyTags),
})
