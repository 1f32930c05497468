import { writeClientFiles } from '@nimbo/cloud/client-files'
import type { TestCloud } from './start-test-cloud.ts'

/** Writes the cloud's `clouds.yaml` as `nimbo up` does, and gives the variables by which a client finds it. */
export const clientEnvironment = async ({
  cloud,
  state,
  adminPassword,
}: TestCloud): Promise<Readonly<Record<string, string>>> => {
  await writeClientFiles(state, {
    authUrl: `${cloud.url}/identity/v3`,
    username: 'admin',
    password: adminPassword,
    projectName: 'admin',
    region: cloud.region,
  })
  return { HOME: state.path, OS_CLIENT_CONFIG_FILE: state.file('clouds.yaml'), OS_CLOUD: 'nimbo' }
}
