/** An empty cloud with the fake hypervisor, in child processes of this one. */
export interface BenchCloud extends AsyncDisposable {
  /** `http://127.0.0.1:5000/v3` */
  readonly identityUrl: string
  readonly credentials: { readonly username: string; readonly password: string; readonly projectName: string }
  /** The process id of a cloud that is a single process. */
  readonly pid?: number
  /** The name of one of its processes; undefined where the name of the program is enough. */
  nameOf(pid: number): string | undefined
}
