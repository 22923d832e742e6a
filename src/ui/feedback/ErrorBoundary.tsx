// Replaces a part that fails to render by a message with ways to continue, and reports the error.
// Everything around it stays.
import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  readonly onError: (error: unknown, place: string) => void
  readonly fallback: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const path = (componentStack ?? '')
      .split('\n')
      .map((line) => line.trim().replace(/^at (\S+).*$/, '$1'))
      .filter(Boolean)
      .slice(0, 4)
      .join(' < ')
    this.props.onError(error, path)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
