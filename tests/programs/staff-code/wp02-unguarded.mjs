import { Producer, stringSerializers } from '@platformatic/kafka';
import { createLogger } from './logging.mjs';

const log = createLogger('playlist');

/** One producer per process; see deploy/statefulset.yaml for the ordinal. */
export function openPlaylist({ brokers, ordinal }) {
  const producer = new Producer({
    clientId: `playlist-${ordinal}`,
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `playlist-${ordinal}`,
  });

  const publish = async (user, tracks) => {
    const tx = await producer.beginTransaction();
    try {
      const header = { topic: 'playlists', key: user, value: String(tracks.length) };
      const body = tracks.map((track) => ({ topic: 'playlist.tracks', key: user, value: track }));
      await tx.send({ messages: [header, ...body] });
    } catch (err) {
      log.error({ err, user }, 'playlist not published');
      await tx.abort();
      throw err;
    }
    await tx.commit();
    log.debug({ user, tracks: tracks.length }, 'playlist published');
  };

  return { publish, close: () => producer.close() };
}
