import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Role } from './roles.ts'
import { pageLinks } from './words.ts'

/** A family of grant operations: for users or groups, on projects or domains, inherited or not. */
export interface GrantFamily {
  readonly actor: 'user' | 'group'
  readonly target: 'project' | 'domain' | 'system'
  readonly inherited: boolean
}

const families: readonly GrantFamily[] = (['user', 'group'] as const).flatMap((actor) => [
  { actor, target: 'project', inherited: false },
  { actor, target: 'domain', inherited: false },
  { actor, target: 'system', inherited: false },
  { actor, target: 'project', inherited: true },
  { actor, target: 'domain', inherited: true },
])

const placeOf = ({ actor, target, inherited }: GrantFamily): string => {
  const place = target === 'system' ? '/system' : `/${target}s/{${target}_id}`
  return `/v3${inherited ? '/OS-INHERIT' : ''}${place}/${actor}s/{${actor}_id}/roles`
}

const ruleOf = ({ actor, target }: GrantFamily, verb: 'check' | 'list' | 'create' | 'revoke'): string => {
  const noun = verb === 'list' ? 'grants' : 'grant'
  return target === 'system' ? `identity:${verb}_system_${noun}_for_${actor}` : `identity:${verb}_${noun}`
}

const declare = (family: GrantFamily) => {
  const { actor, target, inherited } = family
  const name = `${inherited ? 'inherited_' : ''}${target}_${actor}_grants`
  const ending = inherited ? '/inherited_to_projects' : ''
  const where = `a ${actor} ${inherited ? `below a ${target}` : target === 'system' ? 'on the system' : `on a ${target}`}`
  const path = `${placeOf(family)}/{role_id}${ending}`
  return {
    family,
    list: operation({
      id: `${name}.list`,
      method: 'GET',
      path: `${placeOf(family)}${ending}`,
      summary: `List the roles of ${where}`,
      rule: ruleOf(family, 'list'),
      on: found('grants'),
      replies: { 200: view({ roles: Type.Array(Role), ...pageLinks }) },
      errors: ['NotFound'],
    }),
    check: operation({
      id: `${name}.check`,
      method: 'GET',
      path,
      summary: `Check a role of ${where}`,
      rule: ruleOf(family, 'check'),
      on: found('grant'),
      replies: { 204: empty },
      errors: ['NotFound', 'GrantNotFound'],
    }),
    create: operation({
      id: `${name}.create`,
      method: 'PUT',
      path,
      summary: `Give a role to ${where}`,
      rule: ruleOf(family, 'create'),
      on: found('grant'),
      replies: { 204: empty },
      errors: ['NotFound'],
    }),
    revoke: operation({
      id: `${name}.revoke`,
      method: 'DELETE',
      path,
      summary: `Take a role from ${where}`,
      rule: ruleOf(family, 'revoke'),
      on: found('grant'),
      replies: { 204: empty },
      errors: ['NotFound', 'GrantNotFound'],
    }),
  }
}

/** The operations on grants, by family. */
export const grantFamilies = families.map(declare)
