export { KafkaService } from './kafka-service.js';
export { beginTransaction, withTransaction, type Tx } from './transaction.js';
