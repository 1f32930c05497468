import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createKeyPair, deleteKeyPair, listKeyPairs, showKeyPair } from '@nimbo/contracts/compute/key-pairs'
import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { create as makeKeypair, getById, type Kind } from '../../cloud/find.ts'
import { given, rowAt, textAt, textIn } from '../../cloud/json-values.ts'
import { inCompute, inIdentity, perform, performAll } from '../../cloud/perform.ts'
import { writeResult } from '../../cloud/result-file.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { flag, integer, oneOf, text } from '../../grammar/option.ts'
import { type Columns, listOf, nothing, showOf } from '../../output/result.ts'
import { findIn, findOptionalIn, projectKind, userKind } from '../identity/identity-kinds.ts'
import { sshPublicKey } from './ssh-public-key.ts'

const keypairKind: Kind = {
  service: 'compute',
  list: listKeyPairs,
  show: showKeyPair,
  create: createKeyPair,
  remove: deleteKeyPair,
  one: 'keypair',
  label: 'Keypair',
}

const ownerOptions = {
  user: text('<user>', 'The owner of the keypair (admin only) (name or ID)'),
  userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
}

const shown: Columns = {
  created_at: 'created_at',
  fingerprint: 'fingerprint',
  id: 'name',
  is_deleted: 'deleted',
  name: 'name',
  type: (keypair) => keypair.type ?? 'ssh',
  user_id: 'user_id',
}

const readKey = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new CliError(`Key file ${path} not found`)
  }
}

/** Generates a key pair locally, since compute does not generate any from 2.92 on. */
const freshKey = (): { publicKey: string; privateKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  return {
    publicKey: sshPublicKey(publicKey),
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}

const create = command({
  words: 'keypair create',
  summary: 'Create new public or private key for server ssh access',
  output: 'one',
  positionals: { name: one('<name>', 'New public or private key name') },
  options: {
    publicKey: text('<file>', 'Filename for public key to add. If not used, generates a private key'),
    privateKey: text('<file>', 'Filename for private key to save. If not used, print private key in console'),
    type: oneOf(['ssh', 'x509'], 'Keypair type (supported by --os-compute-api-version 2.2 or above)'),
    ...ownerOptions,
  },
  run: async (session, { name, publicKey, privateKey, type, user, userDomain }) => {
    const user_id = await findOptionalIn(session, userKind, user, userDomain)
    const fresh = publicKey === undefined ? freshKey() : undefined
    const key = fresh?.publicKey ?? (await readKey(publicKey ?? '')).trim()
    const make = () => makeKeypair(session, keypairKind, given({ name, public_key: key, type, user_id }))
    if (fresh === undefined) return showOf(shown, await make())
    if (privateKey !== undefined)
      return showOf(shown, await writeResult(privateKey, make, () => fresh.privateKey))
    await make()
    return { kind: 'text', text: fresh.privateKey }
  },
})

/** The users with a role in a project, directly or by a group, inherited or implied. */
const usersOfProject = async (session: Session, project: string): Promise<readonly string[]> => {
  const query = { 'scope.project.id': project, effective: '' }
  const rows = await performAll(session, inIdentity(listRoleAssignments), { query })
  return [...new Set(rows.flatMap((row) => textIn(row, 'user', 'id') ?? []))]
}

const list = command({
  words: 'keypair list',
  summary: 'List key fingerprints',
  output: 'list',
  options: {
    ...ownerOptions,
    project: text('<project>', 'The key pairs of all users of the project (admin only) (2.10 or above)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    marker: text('MARKER', 'The last keypair ID of the previous page'),
    limit: integer('LIMIT', 'Maximum number of keypairs to display'),
  },
  run: async (session, { user, userDomain, project, projectDomain, marker, limit }) => {
    refuseTwoOf({ '--user': user, '--project': project })
    // A marker is a key pair of one user.
    refuseTwoOf({ '--project': project, '--marker': marker })
    if (project !== undefined && session.computeVersion < 2010)
      throw new CliError(
        '--os-compute-api-version 2.10 or greater is required to support the --project option',
      )
    const owners =
      project === undefined
        ? [await findOptionalIn(session, userKind, user, userDomain)]
        : await usersOfProject(session, await findIn(session, projectKind, project, projectDomain))
    const listOfEach = owners.map((user_id) =>
      performAll(session, inCompute(listKeyPairs), { query: { user_id, marker, limit } }, limit),
    )
    const rows = (await Promise.all(listOfEach)).flat()
    const columns = {
      Name: 'name',
      Fingerprint: 'fingerprint',
      ...(session.computeVersion >= 2002 && { Type: 'type' }),
    }
    return listOf(
      columns,
      rows.map((row) => rowAt(row, 'keypair')),
    )
  },
})

const show = command({
  words: 'keypair show',
  summary: 'Display key details',
  output: 'one',
  positionals: { name: one('<key>', 'Public or private key to display (name only)') },
  options: { publicKey: flag('Show only bare public key paired with the generated key'), ...ownerOptions },
  run: async (session, { name, publicKey, user, userDomain }) => {
    const user_id = await findOptionalIn(session, userKind, user, userDomain)
    const keypair = await getById(session, keypairKind, name, { user_id })
    return publicKey
      ? { kind: 'text', text: `${textAt(keypair, 'public_key')}\n` }
      : showOf({ ...shown, private_key: 'private_key' }, keypair)
  },
})

const remove = command({
  words: 'keypair delete',
  summary: 'Delete public or private key(s)',
  output: 'none',
  positionals: { names: many('<key>', 'Name of key(s) to delete (name only)') },
  options: ownerOptions,
  run: async (session, { names, user, userDomain }) => {
    const owner = await findOptionalIn(session, userKind, user, userDomain)
    await forAll(names, 'Key', 'delete', (keypair_name) =>
      perform(session, inCompute(deleteKeyPair), { path: { keypair_name }, query: { user_id: owner } }),
    )
    return nothing
  },
})

export const keypairCommands = [create, list, show, remove]
