import type { MicroversionScene } from './microversion-scene.ts'

/** A change of a microversion, from Cinder's own version history. */
export interface Change {
  readonly minor: number
  readonly brings: string
  readonly isThere: (scene: MicroversionScene, version: string) => Promise<boolean>
  /** Older versions give the same answer here, so the versions cannot be distinguished. */
  readonly alsoBefore?: true
}

export type Path = (scene: MicroversionScene) => string

/** Whether a request succeeds. */
export const path =
  (at: Path, method = 'GET', body?: unknown): Change['isThere'] =>
  async (scene, version) =>
    (await scene.ask(method, at(scene), version, body)).status < 300

/** Whether a request is answered by anything but 404. */
export const known =
  (at: Path, method: string, body?: unknown): Change['isThere'] =>
  async (scene, version) =>
    !(await refusedAsUnknown(scene, at, method, version, body))

const refusedAsUnknown = async (
  scene: MicroversionScene,
  at: Path,
  method: string,
  version: string,
  body: unknown,
): Promise<boolean> => (await scene.ask(method, at(scene), version, body)).status === 404

/** Whether a response has a field. */
export const field =
  (at: Path, key: string, name: string): Change['isThere'] =>
  async (scene, version) =>
    name in (await scene.ask('GET', at(scene), version)).body[key]

/** Whether a query leaves the right number of items in a list. */
export const leaves =
  (at: Path, key: string, isRight: (count: number) => boolean): Change['isThere'] =>
  async (scene, version) => {
    const { body } = await scene.ask('GET', at(scene), version)
    return Array.isArray(body[key]) && isRight(body[key].length)
  }

export const none = (count: number): boolean => count === 0
export const one = (count: number): boolean => count === 1
export const some = (count: number): boolean => count > 0
export const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value))
export const volume: Path = (scene) => `/v3/volumes/${scene.volume}`
export const backup: Path = (scene) => `/v3/backups/${scene.backup}`
export const group: Path = (scene) => `/v3/groups/${scene.group}`

/** Whether an action on a new volume with this status succeeds. */
export const acts =
  (status: string, action: object): Change['isThere'] =>
  async (scene, version) =>
    (await scene.ask('POST', `/v3/volumes/${await scene.made(status)}/action`, version, action)).status < 300

export const creates =
  (kind: string, key: string, wanted: (scene: MicroversionScene) => Promise<object> | object) =>
  async (scene: MicroversionScene, version: string): Promise<boolean> =>
    (await scene.ask('POST', `/v3/${kind}`, version, { [key]: await wanted(scene) })).status < 300

export const change = (minor: number, brings: string, isThere: Change['isThere']): Change => ({
  ...{ minor, brings, isThere },
})

export const alike = (minor: number, brings: string, isThere: Change['isThere']): Change => ({
  ...{ minor, brings, isThere, alsoBefore: true },
})
