import type { RpcDefinition, RpcVersion } from './define-rpc.ts'

const parse = (version: string): readonly [number, number] => {
  const [major = Number.NaN, minor = Number.NaN] = version.split('.').map(Number)
  return [major, minor]
}

/** Whether a server with version `spoken` supports version `asked`: same major version, minor version not newer. */
export const understands = (spoken: string, asked: string): boolean => {
  const [spokenMajor, spokenMinor] = parse(spoken)
  const [askedMajor, askedMinor] = parse(asked)
  return spokenMajor === askedMajor && askedMinor <= spokenMinor
}

/** The version of an interface: that of its newest method. */
export const versionOf = (definition: RpcDefinition): RpcVersion => {
  const newest = Object.values(definition.methods).reduce(
    (newest, { since }) => {
      const [major, minor] = parse(since)
      return major > newest[0] || (major === newest[0] && minor > newest[1])
        ? ([major, minor] as const)
        : newest
    },
    [0, 0] as readonly [number, number],
  )
  return `${newest[0]}.${newest[1]}`
}
