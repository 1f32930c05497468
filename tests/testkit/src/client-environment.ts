import { join } from 'node:path'
import { writeClientFiles } from '@nimbo/cloud/client-files'
import type { CloudUnderTest } from './cloud-under-test.ts'

/** Writes the cloud's `clouds.yaml` as `nimbo up` does; returns the environment variables for clients. */
export const clientEnvironment = async ({
  access,
  directory,
}: Pick<CloudUnderTest, 'access' | 'directory'>): Promise<Readonly<Record<string, string>>> => {
  const file = (name: string): string => join(directory, name)
  await writeClientFiles({ file }, access)
  return { HOME: directory, OS_CLIENT_CONFIG_FILE: file('clouds.yaml'), OS_CLOUD: 'nimbo' }
}
