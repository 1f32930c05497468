/** Failures on a host that are reported as `unavailable` although waiting does not help. */
export const hostFailures: readonly string[] = [
  'PortBindingFailed',
  'VirtualInterfaceCreateFailed',
  'VolumeNotReady',
]
