import {
  addTypeAccess,
  createExtraSpecs,
  createType,
  deleteExtraSpec,
  listTypeAccess,
  removeTypeAccess,
  updateType,
} from '@nimbo/contracts/volume/types'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { find, findId, listAll } from '../../cloud/find.ts'
import { given, rowAt, textAt, without } from '../../cloud/json-values.ts'
import { inVolume, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, shows } from '../../grammar/declared.ts'
import { either, flag, list as listOption, properties, text } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { everyField, listOf, nothing, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { volumeTypeKind } from './volume-kinds.ts'

const list = command({
  words: 'volume type list',
  summary: 'List volume types',
  output: 'list',
  options: {
    long: flag('List additional fields in output'),
    visible: either({ '--public': true, '--private': false }, 'List only public or only private types'),
  },
  run: async (session, { long, visible }) => {
    const rows = await listAll(session, volumeTypeKind, { is_public: visible ?? 'None' })
    const more = { Description: 'description', Properties: column(recordCell, 'extra_specs') }
    return listOf({ ID: 'id', Name: 'name', 'Is Public': 'is_public', ...(long && more) }, rows)
  },
})

/** The projects that may use a private type; null for a public one, and where the user may not read them. */
const projectsOf = async (session: Session, type: Row): Promise<readonly unknown[] | null> => {
  if (type.is_public !== false) return null
  try {
    const path = { volume_type_id: textAt(type, 'id') }
    const access = await performAll(session, inVolume(listTypeAccess), { path })
    return access.map(({ project_id }) => project_id)
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return null
    throw error
  }
}

const show = command({
  words: 'volume type show',
  summary: 'Display volume type details',
  output: 'one',
  positionals: { type: one('<volume-type>', 'Volume type to display (name or ID)') },
  run: async (session, { type }) => {
    const found = await find(session, volumeTypeKind, type)
    const rest = without(found, 'extra_specs', 'os-volume-type-access:is_public')
    const access_project_ids = await projectsOf(session, found)
    return everyField({ access_project_ids, ...rest, properties: recordCell(found.extra_specs) })
  },
})

const access = {
  project: text(
    '<project>',
    'Project to grant access to a private type, with unset to remove it (name or ID) (admin only)',
  ),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}

interface AccessAsked {
  readonly project: string | undefined
  readonly projectDomain: string | undefined
}

const projectOf = (session: Session, { project, projectDomain }: AccessAsked) =>
  findOptionalIn(session, projectKind, project, projectDomain)

const setParts = async (
  session: Session,
  volume_type_id: string,
  property: Readonly<Record<string, string>> | undefined,
  asked: AccessAsked,
): Promise<void> => {
  const path = { volume_type_id }
  const project = await projectOf(session, asked)
  if (property !== undefined)
    await session.api.volume.call(createExtraSpecs, { path, body: { extra_specs: property } })
  if (project !== undefined)
    await session.api.volume.call(addTypeAccess, { path, body: { addProjectAccess: { project } } })
}

const create = shows({
  words: 'volume type create',
  summary: 'Create new volume type',
  service: 'volume',
  operation: createType,
  positionals: { name: one('<name>', 'Volume type name') },
  options: {
    description: text('<description>', 'Volume type description'),
    visible: either({ '--public': true, '--private': false }, 'Whether all projects may use the type'),
    property: properties('Set a property on this volume type (repeatable)'),
    ...access,
  },
  request: ({ name, description, visible, project }) => {
    if (project !== undefined && visible !== false)
      throw new CliError('--project is only allowed with --private')
    return { body: { volume_type: given({ name, description, 'os-volume-type-access:is_public': visible }) } }
  },
  thing: async (reply, { property, ...asked }, session) => {
    const type = rowAt(reply, 'volume_type')
    await setParts(session, textAt(type, 'id'), property, asked)
    return {
      ...without(type, 'extra_specs', 'os-volume-type-access:is_public'),
      ...(property !== undefined && { properties: recordCell(property) }),
    }
  },
})

const set = command({
  words: 'volume type set',
  summary: 'Set volume type properties',
  calls: [inVolume(updateType)],
  output: 'none',
  positionals: { type: one('<volume-type>', 'Volume type to modify (name or ID)') },
  options: {
    name: text('<name>', 'Set volume type name'),
    description: text('<description>', 'Set volume type description'),
    property: properties('Set a property on this volume type (repeatable)'),
    ...access,
  },
  run: async (session, { type, name, description, property, ...asked }) => {
    const volume_type_id = await findId(session, volumeTypeKind, type)
    const members = given({ name, description })
    if (Object.keys(members).length > 0)
      await session.api.volume.call(updateType, { path: { volume_type_id }, body: { volume_type: members } })
    await setParts(session, volume_type_id, property, asked)
    return nothing
  },
})

const unset = command({
  words: 'volume type unset',
  summary: 'Unset volume type properties',
  calls: [inVolume(deleteExtraSpec)],
  output: 'none',
  positionals: { type: one('<volume-type>', 'Volume type to modify (name or ID)') },
  options: {
    property: listOption('<key>', 'Remove a property from this volume type (repeatable)'),
    ...access,
  },
  run: async (session, { type, property, ...asked }) => {
    const path = { volume_type_id: await findId(session, volumeTypeKind, type) }
    const project = await projectOf(session, asked)
    for (const key of property) await session.api.volume.call(deleteExtraSpec, { path: { ...path, key } })
    if (project !== undefined)
      await session.api.volume.call(removeTypeAccess, { path, body: { removeProjectAccess: { project } } })
    return nothing
  },
})

export const volumeTypeCommands = [
  list,
  show,
  create,
  set,
  unset,
  deletes(
    'volume type delete',
    'Delete volume type(s)',
    volumeTypeKind,
    many('<volume-type>', 'Volume type(s) to delete (name or ID)'),
  ),
]
