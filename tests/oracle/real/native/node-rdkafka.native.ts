import { describeRdKafka } from './describe-rdkafka.js';

// Each package in a process of its own: their native parts do not live together.
describeRdKafka('node-rdkafka');
