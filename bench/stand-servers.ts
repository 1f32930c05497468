import { benchClient } from './bench-client.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { bootAll, mostListed } from './boot-round.ts'
import { prepareParts } from './prepare-parts.ts'

const project = 'standing'
const width = 8

/** Boots so many servers in a separate project, so that lists of the measured project do not contain them. */
export const standServers = async (cloud: BenchCloud, count: number): Promise<void> => {
  const admin = await benchClient(cloud)
  const made = await admin.call<{ project: { id: string } }>('identity', 'POST', '/v3/projects', {
    project: { name: project },
  })
  const { users } = await admin.call<{ users: readonly { id: string }[] }>(
    'identity',
    'GET',
    `/v3/users?name=${cloud.credentials.username}`,
  )
  const { roles } = await admin.call<{ roles: readonly { id: string }[] }>(
    'identity',
    'GET',
    '/v3/roles?name=admin',
  )
  const path = `/v3/projects/${made.project.id}/users/${users[0]?.id}/roles/${roles[0]?.id}`
  await admin.call('identity', 'PUT', path)
  admin.close()
  const client = await benchClient({ ...cloud, credentials: { ...cloud.credentials, projectName: project } })
  const parts = await prepareParts(client)
  for (let stood = 0; stood < count; stood += mostListed)
    await bootAll(client, parts, Math.min(mostListed, count - stood), width)
  client.close()
}
