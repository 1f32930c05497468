import { containerAcls, secretAcls } from '@nimbo/contracts/key-manager/acls'
import { rowAt } from '../../cloud/json-values.ts'
import { inKeyManager, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { also, either, list as listOption } from '../../grammar/option.ts'
import { type Columns, listOf, nothing, type Row } from '../../output/result.ts'
import { idOf, uri } from './reference.ts'

const columns: Columns = {
  'Operation Type': () => 'read',
  'Project Access': ({ 'project-access': access }) => access,
  Users: ({ users }) => users ?? [],
  Created: ({ created }) => created ?? null,
  Updated: ({ updated }) => updated ?? null,
  'Secret ACL Ref': 'ref',
}

/** The ACL operations of a reference: those of containers or secrets, by its path. */
const aclOf = (reference: string) => {
  const isContainer = reference.includes('/containers/')
  const path = isContainer ? { container_id: idOf(reference) } : { secret_id: idOf(reference) }
  return { path, operations: isContainer ? containerAcls : secretAcls }
}

const read = async (session: Session, reference: string): Promise<Row> => {
  const { path, operations } = aclOf(reference)
  const acl = await perform(session, inKeyManager(operations.show), { path })
  return { ...rowAt(acl, 'read'), ref: `${reference.replace(/\/$/, '')}/acl` }
}

const shown = async (session: Session, reference: string) => listOf(columns, [await read(session, reference)])

const usersOf = ({ users }: Row): readonly string[] =>
  Array.isArray(users) ? users.filter((user) => typeof user === 'string') : []

const user = also(listOption('<user>', 'ID of a user with read access (repeatable)'), '-u')
const projectAccess = either(
  { '--project-access': true, '--no-project-access': false },
  'Let all members of the project read it, or only its creator and the listed users',
)

const change = (
  words: string,
  summary: string,
  verb: 'replace' | 'update',
  users: (known: readonly string[], named: readonly string[]) => readonly string[],
) =>
  command({
    ...{ words, summary, output: 'list', calls: [inKeyManager(secretAcls[verb])] },
    positionals: { reference: uri('secret or container') },
    options: { user, projectAccess },
    run: async (session, { reference, user: named, projectAccess: access }) => {
      const { path, operations } = aclOf(reference)
      const known = usersOf(await read(session, reference))
      const body = {
        read: { users: users(known, named), ...(access === undefined ? {} : { 'project-access': access }) },
      }
      await perform(session, inKeyManager(operations[verb]), { path, body })
      return shown(session, reference)
    },
  })

const get = command({
  words: 'acl get',
  summary: 'Retrieve ACLs for a secret or container by providing its href',
  calls: [inKeyManager(secretAcls.show)],
  output: 'list',
  positionals: { reference: uri('secret or container') },
  run: (session, { reference }) => shown(session, reference),
})

const remove = command({
  words: 'acl delete',
  summary: 'Delete ACLs for a secret or container as identified by its href',
  calls: [inKeyManager(secretAcls.remove)],
  output: 'none',
  positionals: { reference: uri('secret or container') },
  run: async (session, { reference }) => {
    const { path, operations } = aclOf(reference)
    await perform(session, inKeyManager(operations.remove), { path })
    return nothing
  },
})

export const aclCommands = [
  get,
  change(
    'acl submit',
    'Submit ACL on a secret or container as identified by its href',
    'replace',
    (_, named) => named,
  ),
  change(
    'acl user add',
    'Add ACL users to a secret or container as identified by its href',
    'update',
    (known, named) => [...new Set([...known, ...named])],
  ),
  change(
    'acl user remove',
    'Remove ACL users from a secret or container as identified by its href',
    'update',
    (known, named) => known.filter((one) => !named.includes(one)),
  ),
  remove,
]
