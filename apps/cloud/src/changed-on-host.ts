import { resolve } from 'node:path'

/** What the cloud on a state directory has changed on its host, in words, until it stops. */
export const changedOnHost = async (stateDirectory: string): Promise<readonly string[]> => {
  const { publicLinkOnHost } = await import('@nimbo/network-linuxbridge/public-link')
  return publicLinkOnHost({ cloud: resolve(stateDirectory) })
}

export const changedWords = (line: string): string => `  changed on this host until the cloud stops: ${line}`
