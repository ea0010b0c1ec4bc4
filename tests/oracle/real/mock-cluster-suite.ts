import { describe, expect, it } from 'vitest';
import { mockClusterMissing } from './mock-cluster.js';

/** Set to `required` where the tests must run, such as in CI: then a missing library is a failure. */
const isRequired = process.env['MOCK_CLUSTER'] === 'required';

/**
 * Declares tests that need a mock cluster. Without librdkafka they are skipped, with a warning that says what to install, or
 * fail where they are required.
 */
export function describeOnMockCluster(name: string, body: () => void): void {
  const missing = mockClusterMissing();
  if (missing === undefined) {
    describe(name, body);
    return;
  }
  if (isRequired) {
    describe(name, () => {
      it('finds librdkafka', () => {
        expect.fail(missing);
      });
    });
    return;
  }
  console.warn(`SKIPPED: ${name}. ${missing}`);
  describe.skip(`${name} (librdkafka is missing)`, body);
}
