// rdkafka wrap new Promise + queue full
import Kafka from '@confluentinc/kafka-javascript';
const producer = new Kafka.Producer({ 'transactional.id': 'r', 'bootstrap.servers': 'b' });
const call = (f: (cb: (e: Kafka.LibrdKafkaError | null) => void) => void) => new Promise<void>((res, rej) => f((e) => (e ? rej(e) : res())));
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
async function produce(v: string) {
  for (;;) {
    try { producer.produce('t', null, Buffer.from(v)); return; }
    catch (e: any) {
      if (e.code !== Kafka.CODES.ERRORS.ERR__QUEUE_FULL) throw e;
      producer.poll(); await wait(50);
    }
  }
}
export async function publish(values: string[]) {
  await call((cb) => producer.beginTransaction(cb));
  try { for (const v of values) await produce(v); await call((cb) => producer.flush(10000, cb)); }
  catch (e) { await call((cb) => producer.abortTransaction(5000, cb)).catch((x) => console.error(x)); throw e; }
  await call((cb) => producer.commitTransaction(5000, cb));
}
