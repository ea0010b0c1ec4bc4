import confluent from '@confluentinc/kafka-javascript';

const { Kafka } = confluent.KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['radio:9092'] } }).producer({
  kafkaJS: { transactionalId: `playlists-${process.env.STATION_ID}`, acks: -1 },
});

const track = ({ isrc, artist, title }) => ({ key: isrc, value: [artist, title].join(' - ') });

const topicMessages = (playlist) => [
  { topic: 'radio.played', messages: playlist.tracks.map(track) },
  { topic: 'radio.shows', messages: [{ key: playlist.show, value: String(playlist.tracks.length) }] },
];

export function publishPlaylist(playlist) {
  return producer.transaction().then((tx) =>
    tx
      .sendBatch({ topicMessages: topicMessages(playlist) })
      .catch((reason) =>
        tx
          .abort()
          .catch((abortError) => console.error(`playlist ${playlist.show} not rolled back`, abortError))
          .then(() => Promise.reject(reason)),
      )
      .then((metadata) => tx.commit().then(() => metadata)),
  );
}

export function connect() {
  return producer.connect();
}
