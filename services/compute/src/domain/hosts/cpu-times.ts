/** How long the CPUs of a host, summed up, have been in each state since it booted. */
export interface CpuTimes {
  /** Nanoseconds. */
  readonly user: number
  readonly kernel: number
  readonly idle: number
  readonly iowait: number
  /** The frequency of the CPUs in MHz; 0 if it is not known. */
  readonly frequency: number
  /** The driver that tells, as in `compute_driver`, for example `libvirt.LibvirtDriver`. */
  readonly source: string
}
