import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../tests/testkit/src/client.ts'
import { nimboUp } from '../../tests/testkit/src/nimbo-process.ts'
import type { BenchedAccount } from './debian-swift.ts'

/** The account of the admin of a cloud in one process. */
export interface BenchedNimbo extends BenchedAccount {
  readonly pid: number
}

export const startBenchedNimbo = async (): Promise<BenchedNimbo> => {
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-bench-'))
  const up = await nimboUp(stateDir)
  const { password } = up.ready.credentials
  const admin = await signIn(up.url, { username: 'admin', password, project: 'admin' })
  return {
    url: `${up.url}/object-store/v1/AUTH_${admin.projectId}`,
    token: admin.token,
    pid: up.ready.pid,
    pids: [up.ready.pid],
    [Symbol.asyncDispose]: async () => {
      await up.end('SIGTERM')
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
