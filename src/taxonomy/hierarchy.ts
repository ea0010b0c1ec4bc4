/**
 * Java classes that are no rows themselves but stand above rows: class, then its superclass.
 * Source: KIP-1050, "Public Interfaces"; `InvalidMetadataException` and `OutOfOrderSequenceException`'s place from
 * Apache Kafka's `org.apache.kafka.common.errors`.
 */
export const BASE_EXCEPTIONS = {
  ApiException: 'KafkaException',
  RetriableException: 'ApiException',
  RefreshRetriableException: 'RetriableException',
  InvalidMetadataException: 'RefreshRetriableException',
  ApplicationRecoverableException: 'ApiException',
  InvalidConfigurationException: 'ApiException',
  AuthorizationException: 'InvalidConfigurationException',
} as const;

export type BaseException = keyof typeof BASE_EXCEPTIONS;
