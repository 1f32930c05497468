import { type FSWatcher, watch } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { endDaemon, processOf, textIn } from './daemon.ts'
import {
  type ElectionFiles,
  type ElectionState,
  electionFiles,
  heldScript,
  keepalivedText,
} from './keepalived-files.ts'
import type { Namespaces } from './namespaces.ts'
import { activation, deactivation } from './router-activation.ts'

/** Runs keepalived (VRRP), which elects the one host that forwards an HA router's packets. */
export interface RouterElections {
  /** Writes the files that the script needs at a change of state. */
  prepare(router: RunRouter, namespace: string): Promise<void>
  /** Starts keepalived, or reloads its configuration; the device for advertisements must exist. */
  take(router: RunRouter, namespace: string): Promise<void>
  /** Stops keepalived; succeeds when it is not running. */
  leave(routerId: string): Promise<void>
  /** The last state recorded; `standby` when there is none. */
  stateOf(routerId: string): Promise<ElectionState>
  watch(held: (routerId: string) => void): () => void
}

/** Writes the file unless it has this content; true if it wrote. */
const written = async (path: string, text: string): Promise<boolean> => {
  if ((await textIn(path)) === text) return false
  await writeFile(path, text, { mode: 0o600 })
  return true
}

export const routerElections = (spaces: Namespaces, directory: string): RouterElections => {
  const filesOf = (routerId: string): ElectionFiles => electionFiles(directory, routerId)
  const states = `${directory}/states`

  return {
    prepare: async (router, namespace) => {
      const files = filesOf(router.id)
      await mkdir(files.directory, { recursive: true, mode: 0o755 })
      await mkdir(states, { recursive: true, mode: 0o755 })
      await written(files.batch.active, `${activation(router).join('\n')}\n`)
      await written(files.batch.standby, `${deactivation(router).join('\n')}\n`)
      await written(files.script, heldScript(files, namespace))
      await chmod(files.script, 0o700)
    },
    take: async ({ id, election }, namespace) => {
      if (!election) return
      const files = filesOf(id)
      const changed = await written(files.config, keepalivedText(election, files))
      const running = await processOf(files)
      if (running !== undefined && changed) process.kill(running, 'SIGHUP')
      if (running !== undefined) return
      const { config, pid, vrrpPid } = files
      await spaces.within(namespace, ['keepalived', '-P', '-f', config, '-p', pid, '-r', vrrpPid])
    },
    leave: async (routerId) => {
      const files = filesOf(routerId)
      await endDaemon(files)
      await rm(files.directory, { recursive: true, force: true })
      await rm(files.state, { force: true })
    },
    stateOf: async (routerId) =>
      (await textIn(filesOf(routerId).state))?.trim() === 'active' ? 'active' : 'standby',
    watch: (held) => {
      let closed = false
      let watcher: FSWatcher | undefined
      const begin = async (): Promise<void> => {
        await mkdir(states, { recursive: true, mode: 0o755 })
        if (closed) return
        watcher = watch(states, { persistent: false }, (_event, name) => {
          if (name && !name.endsWith('.new')) held(name)
        })
      }
      // If the watch fails, the agent's periodic resync still notices changes of state.
      begin().catch(() => {})
      return () => {
        closed = true
        watcher?.close()
      }
    },
  }
}
