import { readFile } from 'node:fs/promises'
import { procedures } from '@nimbo/libvirt/procedures'
import type { SerialSource } from './guest-options.ts'
import { readXml } from './read-domain-xml.ts'
import type { Session } from './session.ts'

const machineIdFile = '/etc/machine-id'

/** systemd's id of the host, written as a UUID; undefined where the host has none. */
const machineId = async (): Promise<string | undefined> => {
  const text = await readFile(machineIdFile, 'utf8').catch(() => '')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(text.trim())
  return parts?.slice(1).join('-')
}

const boardId = async (session: Pick<Session, 'call'>): Promise<string | undefined> => {
  const { xml } = await session.call(procedures.connectGetCapabilities, undefined)
  return readXml(xml).child('capabilities').child('host').child('uuid').text
}

/** The serial number that a guest reads in its SMBIOS; undefined: none. */
export const serialNumber = async (
  source: SerialSource,
  { id, session }: { readonly id: string; readonly session: Pick<Session, 'call'> },
): Promise<string | undefined> => {
  switch (source) {
    case 'none':
      return undefined
    case 'unique':
      return id
    case 'hardware':
      return boardId(session)
    case 'os':
      return machineId()
    case 'auto':
      return (await machineId()) ?? (await boardId(session))
  }
}
