import {
  createEc2Credential,
  deleteEc2Credential,
  listEc2Credentials,
  showEc2Credential,
} from '@nimbo/contracts/identity/ec2-credentials'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { rowAt, textIn } from '../../cloud/json-values.ts'
import { inIdentity, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { findIn, projectKind, userKind } from './identity-kinds.ts'
import { ownId } from './own-id.ts'

const service = 'identity'
const whose = {
  user: text('<user>', 'Owner of the credentials (name or ID; default: the authenticated user)'),
  userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
}
interface Whose {
  readonly user: string | undefined
  readonly userDomain: string | undefined
}

const userId = (session: Session, { user, userDomain }: Whose): Promise<string> =>
  user === undefined ? ownId(session) : findIn(session, userKind, user, userDomain)

const ownProject = async (session: Session): Promise<string> => {
  const id = textIn((await session.authenticated()).body, 'project', 'id')
  if (id === undefined) throw new CliError('The token is not scoped to a project: --project is required.')
  return id
}

const columns = {
  ...{ access: 'access', project_id: 'tenant_id', secret: 'secret' },
  ...{ trust_id: 'trust_id', user_id: 'user_id' },
}
const thing = (reply: Row): Row => rowAt(reply, 'credential')

export const ec2CredentialsCommands = [
  shows({
    words: 'ec2 credentials create',
    summary: 'Create EC2 credentials',
    ...{ service, operation: createEc2Credential, columns, thing },
    options: {
      project: text('<project>', 'Project of the credentials (name or ID; default: the current project)'),
      projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
      ...whose,
    },
    request: async ({ project, projectDomain, ...asked }, session) => ({
      path: { user_id: await userId(session, asked) },
      body: {
        tenant_id: await (project === undefined
          ? ownProject(session)
          : findIn(session, projectKind, project, projectDomain)),
      },
    }),
  }),
  lists({
    words: 'ec2 credentials list',
    summary: 'List EC2 credentials',
    ...{ service, operation: listEc2Credentials, options: whose },
    request: async (asked, session) => ({ path: { user_id: await userId(session, asked) } }),
    columns: { Access: 'access', Secret: 'secret', 'Project ID': 'tenant_id', 'User ID': 'user_id' },
  }),
  shows({
    words: 'ec2 credentials show',
    summary: 'Display EC2 credentials details',
    ...{ service, operation: showEc2Credential, columns, thing, options: whose },
    positionals: { access: one('<access-key>', 'Credentials access key') },
    request: async ({ access, ...asked }, session) => ({
      path: { user_id: await userId(session, asked), access_id: access },
    }),
  }),
  command({
    words: 'ec2 credentials delete',
    summary: 'Delete EC2 credentials',
    calls: [inIdentity(deleteEc2Credential)],
    output: 'none',
    positionals: { keys: many('<access-key>', 'Credentials access key(s)') },
    options: whose,
    run: async (session, { keys, ...asked }) => {
      const user_id = await userId(session, asked)
      await forAll(keys, 'EC2 credential', 'delete', (access_id) =>
        perform(session, inIdentity(deleteEc2Credential), { path: { user_id, access_id } }),
      )
      return nothing
    },
  }),
]
