import { listAuthProjects } from '@nimbo/contracts/identity/auth-scopes'
import { updateProject } from '@nimbo/contracts/identity/projects'
import { listUserProjects } from '@nimbo/contracts/identity/users'
import { HttpError } from '../../cloud/cli-error.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, findOptionalId, listAll } from '../../cloud/find.ts'
import { given, without } from '../../cloud/json-values.ts'
import { inIdentity, perform, performAll } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, list as listOption, properties, text } from '../../grammar/option.ts'
import { everyField, listOf, nothing } from '../../output/result.ts'
import { domainKind, findIn, findOptionalIn, projectKind, userKind } from './identity-kinds.ts'

const domainOption = text('<domain>', 'Domain owning the project (name or ID)')

const attributes = {
  description: text('<description>', 'Project description'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable project'),
  property: properties('Add a property to the project (repeat option to set multiple properties)'),
  tag: listOption('<tag>', 'Tag to be added to the project (repeat option to set multiple tags)'),
}

const createProject = command({
  words: 'project create',
  summary: 'Create new project',
  output: 'one',
  positionals: { name: one('<project-name>', 'New project name') },
  options: {
    ...attributes,
    domain: domainOption,
    parent: text('<project>', 'Parent of the project (name or ID)'),
    orShow: flag('Return existing project'),
  },
  run: async (session, { name, domain, parent, orShow, enabled = true, property, tag, description }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const parent_id = await findOptionalId(session, projectKind, parent)
    const members = { name, domain_id, parent_id, description, enabled, tags: tag, ...property }
    try {
      return everyField(without(await create(session, projectKind, given(members)), 'links'))
    } catch (error) {
      if (!(orShow && error instanceof HttpError && error.status === 409)) throw error
      return everyField(without(await find(session, projectKind, name, { domain_id }), 'links'))
    }
  },
})

const list = command({
  words: 'project list',
  summary: 'List projects',
  output: 'list',
  options: {
    domain: text('<domain>', 'Filter projects by <domain> (name or ID)'),
    parent: text('<parent>', 'Filter projects whose parent is <parent> (name or ID)'),
    user: text('<user>', 'Filter projects by <user> (name or ID)'),
    myProjects: flag('List projects for the authenticated user'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { domain, parent, user, myProjects, long }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const parent_id = await findOptionalId(session, projectKind, parent)
    const userId = await findOptionalIn(session, userKind, user, domain)
    const query = { domain_id, parent_id }
    const all = () => listAll(session, projectKind, query)
    const ofUser = (user_id: string) =>
      performAll(session, inIdentity(listUserProjects), { path: { user_id }, query })
    const own = () => performAll(session, inIdentity(listAuthProjects), { query })
    const rows = await (myProjects ? own() : userId === undefined ? all() : ofUser(userId))
    const more = { 'Domain ID': 'domain_id', Description: 'description', Enabled: 'enabled' }
    return listOf({ ID: 'id', Name: 'name', ...(long && more) }, rows)
  },
})

const show = command({
  words: 'project show',
  summary: 'Display project details',
  output: 'one',
  positionals: { project: one('<project>', 'Project to display (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { project, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    return everyField(without(await find(session, projectKind, project, { domain_id }), 'links'))
  },
})

const set = command({
  words: 'project set',
  summary: 'Set project properties',
  output: 'none',
  positionals: { project: one('<project>', 'Project to modify (name or ID)') },
  options: { ...attributes, domain: domainOption, name: text('<name>', 'Set project name') },
  run: async (session, { project, domain, name, description, enabled, property, tag }) => {
    const id = await findIn(session, projectKind, project, domain)
    const tags = tag.length > 0 ? tag : undefined
    const members = given({ name, description, enabled, tags, ...property })
    await perform(session, inIdentity(updateProject), {
      path: { project_id: id },
      body: { project: members },
    })
    return nothing
  },
})

const remove = command({
  words: 'project delete',
  summary: 'Delete project(s)',
  output: 'none',
  positionals: { projects: many('<project>', 'Project(s) to delete (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { projects, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    await deleteEach(session, projectKind, projects, { domain_id })
    return nothing
  },
})

export const projectCommands = [createProject, list, show, set, remove]
