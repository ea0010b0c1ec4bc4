import { CLIENTS_IN_USE } from '../../fakes/clients-in-use.js';
import { describeAgreement } from './describe-agreement.js';
import type { NativePackage } from './native-back-end.js';
import { nativeClient } from './native-client.js';

const NAME = '@confluentinc/kafka-javascript';
const real = nativeClient(NAME) as NativePackage;
for (const use of CLIENTS_IN_USE.filter(({ module }) => module === NAME)) describeAgreement(use, real);
