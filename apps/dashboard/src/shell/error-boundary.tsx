import { PageSection } from '@patternfly/react-core'
import { Component, type ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly error: unknown
}

/** Shows the error of a panel that crashes, so that the rest of the dashboard keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override readonly state: State = { error: undefined }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return (
      <PageSection>
        <ProblemAlert error={this.state.error} />
      </PageSection>
    )
  }
}
