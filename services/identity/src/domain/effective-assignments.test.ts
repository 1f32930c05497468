import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectiveAssignments, impliedClosure } from './effective-assignments.ts'
import type { RoleAssignment } from './records.ts'

const made = (parts: Partial<RoleAssignment>): RoleAssignment => ({
  actor_type: 'user',
  actor_id: 'ann',
  target_type: 'project',
  target_id: 'web',
  role_id: 'reader',
  inherited: false,
  ...parts,
})

const nothing = { membersOf: () => [], projectsBelow: () => [], impliedBy: () => [] }

test('an assignment to a group counts for each member who does not have the same assignment directly', () => {
  const assignments = [made({}), made({ actor_type: 'group', actor_id: 'devs' })]
  const effective = effectiveAssignments(assignments, { ...nothing, membersOf: () => ['ann', 'bob'] })
  assert.deepEqual(
    effective.map(({ assignment, source }) => [assignment.actor_id, source.actor_id]),
    [
      ['ann', 'ann'],
      ['bob', 'devs'],
    ],
  )
})

test('an inherited role holds below its target and not on it', () => {
  const inherited = made({ target_type: 'domain', target_id: 'acme', inherited: true })
  const effective = effectiveAssignments([inherited], { ...nothing, projectsBelow: () => ['web', 'db'] })
  assert.deepEqual(
    effective.map(({ assignment }) => [assignment.target_type, assignment.target_id]),
    [
      ['project', 'web'],
      ['project', 'db'],
    ],
  )
})

test('implied roles are resolved over several steps, also when they form a circle', () => {
  const impliedBy = impliedClosure([
    { prior_role_id: 'admin', implied_role_id: 'member' },
    { prior_role_id: 'member', implied_role_id: 'reader' },
    { prior_role_id: 'reader', implied_role_id: 'admin' },
  ])
  assert.deepEqual([...impliedBy('admin')].sort(), ['member', 'reader'])
  const effective = effectiveAssignments([made({ role_id: 'admin' })], { ...nothing, impliedBy })
  assert.deepEqual(effective.map(({ assignment }) => assignment.role_id).sort(), [
    'admin',
    'member',
    'reader',
  ])
})
