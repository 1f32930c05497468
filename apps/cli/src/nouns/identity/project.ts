import { listAuthProjects } from '@nimbo/contracts/identity/auth-scopes'
import { showProject, updateProject } from '@nimbo/contracts/identity/projects'
import { listUserProjects } from '@nimbo/contracts/identity/users'
import { HttpError } from '../../cloud/cli-error.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { find, findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { given, textAt, textsAt, without } from '../../cloud/json-values.ts'
import { inIdentity, perform, performAll, thingIn } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, list as listOption, properties, text } from '../../grammar/option.ts'
import { everyField, listOf, nothing, type Row } from '../../output/result.ts'
import { createOrShow, orShow } from './create-or-show.ts'
import { immutability, optionsOf } from './immutability.ts'
import { sortedBy } from '../../output/sorted-by.ts'
import { domainKind, findOptionalIn, projectKind, userKind } from './identity-kinds.ts'

const domainOption = text('<domain>', 'Domain owning the project (name or ID)')

const attributes = {
  description: text('<description>', 'Project description'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable project'),
  property: properties('Add a property to the project (repeat option to set multiple properties)'),
  tag: listOption('<tag>', 'Tag to be added to the project (repeat option to set multiple tags)'),
  ...immutability,
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
    orShow,
  },
  run: async (session, { name, domain, parent, enabled = true, property, tag, description, ...rest }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const parent_id = await findOptionalId(session, projectKind, parent)
    const options = optionsOf(rest.immutable)
    const members = { name, domain_id, parent_id, description, enabled, tags: tag, options, ...property }
    return everyField(without(await createOrShow(session, projectKind, members, rest.orShow), 'links'))
  },
})

const tagFilters = {
  tags: text('<tag>[,<tag>,...]', 'List only projects that have all of these tags'),
  tagsAny: text('<tag>[,<tag>,...]', 'List only projects that have any of these tags'),
  notTags: text('<tag>[,<tag>,...]', 'List only projects that lack at least one of these tags'),
  notTagsAny: text('<tag>[,<tag>,...]', 'List only projects that have none of these tags'),
}

const tagQuery = ({
  tags,
  tagsAny,
  notTags,
  notTagsAny,
}: Readonly<Record<keyof typeof tagFilters, string | undefined>>) =>
  given({ tags, 'tags-any': tagsAny, 'not-tags': notTags, 'not-tags-any': notTagsAny })

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
    ...tagFilters,
    sort: text('<key>[:<direction>]', 'Sort by these fields, for example name:desc,enabled (default: by ID)'),
  },
  run: async (session, { domain, parent, user, myProjects, long, sort, ...tagged }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const parent_id = await findOptionalId(session, projectKind, parent)
    const userId = await findOptionalIn(session, userKind, user, domain)
    const query = { domain_id, parent_id, ...tagQuery(tagged) }
    const ofUser = (user_id: string) =>
      performAll(session, inIdentity(listUserProjects), { path: { user_id }, query })
    const own = () => performAll(session, inIdentity(listAuthProjects), { query })
    // Users may list only their own projects, and mean these when they filter by nothing.
    const all = () =>
      listAll(session, projectKind, query).catch((error: unknown) => {
        const isForbidden = error instanceof HttpError && error.status === 403
        if (isForbidden && Object.keys(given(query)).length === 0) return own()
        throw error
      })
    const found = await (myProjects ? own() : userId === undefined ? all() : ofUser(userId))
    const rows = sort === undefined ? found : sortedBy(found, sort)
    const more = { 'Domain ID': 'domain_id', Description: 'description', Enabled: 'enabled' }
    return listOf({ ID: 'id', Name: 'name', ...(long && more) }, rows)
  },
})

const show = command({
  words: 'project show',
  summary: 'Display project details',
  output: 'one',
  positionals: { project: one('<project>', 'Project to display (name or ID)') },
  options: {
    domain: domainOption,
    parents: flag('Also show the IDs of the parent projects'),
    children: flag('Also show the IDs of the child projects, at all levels'),
  },
  run: async (session, { project, domain, parents, children }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    if (!parents && !children)
      return everyField(without(await find(session, projectKind, project, { domain_id }), 'links'))
    const shown = await perform(session, inIdentity(showProject), {
      path: { project_id: await findId(session, projectKind, project, { domain_id }) },
      query: {
        ...(parents ? { parents_as_ids: 'true' } : {}),
        ...(children ? { subtree_as_ids: 'true' } : {}),
      },
    })
    return everyField(without(thingIn(shown), 'links'))
  },
})

interface TagChanges {
  readonly tag: readonly string[]
  readonly removeTag: readonly string[]
  readonly clearTags: boolean
}

/** The project's new tags; undefined when no tag option is given. */
const tagsAfter = (
  project: Row,
  { tag, removeTag, clearTags }: TagChanges,
): readonly string[] | undefined => {
  if (tag.length === 0 && removeTag.length === 0 && !clearTags) return undefined
  const kept = clearTags ? [] : textsAt(project, 'tags')
  return [...new Set([...kept, ...tag])].filter((each) => !removeTag.includes(each))
}

const set = command({
  words: 'project set',
  summary: 'Set project properties',
  output: 'none',
  positionals: { project: one('<project>', 'Project to modify (name or ID)') },
  options: {
    ...{ ...attributes, domain: domainOption, name: text('<name>', 'Set project name') },
    clearTags: flag('Remove all tags; with --tag, replace them with the given tags'),
    removeTag: listOption('<tag>', 'Tag to remove from the project (repeat option to remove multiple tags)'),
  },
  run: async (session, { project, domain, name, description, enabled, property, ...rest }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const before = await find(session, projectKind, project, { domain_id })
    const [id, options] = [textAt(before, 'id'), optionsOf(rest.immutable)]
    const members = given({ name, description, enabled, tags: tagsAfter(before, rest), options, ...property })
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
