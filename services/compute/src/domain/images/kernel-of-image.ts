type Properties = Readonly<Record<string, string>>

/** The images of the kernel and the RAM disk that an image names by its properties; empty where it names none. */
export interface Kernel {
  readonly kernelId: string
  readonly ramdiskId: string
}

/** With the kernel `nokernel` there is neither of them. */
export const kernelOf = ({ kernel_id: kernelId = '', ramdisk_id: ramdiskId = '' }: Properties): Kernel =>
  kernelId === 'nokernel' ? { kernelId: '', ramdiskId: '' } : { kernelId, ramdiskId }
