/** What an image says of quiescing its guests before their disks are copied. */
export interface Quiescing {
  /** Its guests run the guest agent, which freezes their file systems. */
  readonly agent: boolean
  /** A copy that is not quiesced is not wanted. */
  readonly required: boolean
}

/** The spellings of true that OpenStack takes in properties, which are text. */
const isTrue = (text: string | undefined): boolean => /^(true|1|on|yes|y|t)$/i.test(text ?? '')

/** Reads Nova's properties `hw_qemu_guest_agent` and `os_require_quiesce`. */
export const quiescingOf = ({
  hw_qemu_guest_agent,
  os_require_quiesce,
}: Readonly<Record<string, string>>): Quiescing => ({
  agent: isTrue(hw_qemu_guest_agent),
  required: isTrue(os_require_quiesce),
})
