import { Component, type ReactNode } from 'react';
import { Problem } from './states.js';

/** A part of the console that could not be loaded: a newer release may have replaced it. */
const isOutdated = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message);

/** Shows what a page below it throws. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry = () => (isOutdated(error) ? location.reload() : this.setState({ error: undefined }));
    return <Problem error={error} retry={retry} />;
  }
}
