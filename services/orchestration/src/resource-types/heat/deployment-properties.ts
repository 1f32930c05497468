export type DeployAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'SUSPEND' | 'RESUME'

/** The properties of a deployment, whatever the form of its config. */
export interface DeploymentProperties {
  readonly server: string
  readonly config?: string
  readonly input_values?: Readonly<Record<string, unknown>>
  readonly actions: readonly unknown[]
  readonly name?: string
  readonly signal_transport: string
  readonly input_key?: string
  readonly input_values_validate?: 'LAX' | 'STRICT'
}
