import { procedures } from '@nimbo/libvirt/procedures'
import { readXml } from './read-domain-xml.ts'
import type { Session } from './session.ts'

/** The devices that QEMU on this host supports; distributions put some of them into packages of their own. */
export interface GuestDevices {
  /** Such as `vnc` and `spice`. */
  readonly graphics: readonly string[]
  /** Such as `vga` and `qxl`. */
  readonly videoModels: readonly string[]
}

/** Reads libvirt's domain capabilities. */
export const readGuestDevices = (xml: string): GuestDevices => {
  const devices = readXml(xml).child('domainCapabilities').child('devices')
  const valuesOf = (device: string) =>
    devices
      .child(device)
      .child('enum')
      .children('value')
      .flatMap(({ text }) => text ?? [])
  return { graphics: valuesOf('graphics'), videoModels: valuesOf('video') }
}

/** Returns a function that reads the devices from libvirt once and remembers them; a failure is not remembered. */
export const guestDevicesOf = (session: Session): (() => Promise<GuestDevices>) => {
  let known: Promise<GuestDevices> | undefined
  const ask = async (): Promise<GuestDevices> => {
    const any = { emulator: null, arch: null, machine: null, virtType: null, flags: 0 }
    return readGuestDevices((await session.call(procedures.connectGetDomainCapabilities, any)).xml)
  }
  return () => {
    const asked = known ?? ask()
    known = asked
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    return asked
  }
}
