/** An empty cloud of make-believe hypervisors, in processes that are children of this one. */
export interface BenchCloud extends AsyncDisposable {
  /** `http://127.0.0.1:5000/v3` */
  readonly identityUrl: string
  readonly credentials: { readonly username: string; readonly password: string; readonly projectName: string }
  /** Of one that is a single process. */
  readonly pid?: number
  /** What a process of it is called; undefined where its program's name says it. */
  nameOf(pid: number): string | undefined
}
