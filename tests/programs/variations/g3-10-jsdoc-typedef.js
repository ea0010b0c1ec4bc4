/** @typedef {import('kafkajs').Producer} KafkaProducer */
/** @typedef {{ room: string, from: string, until: string }} Lesson */

class Timetable {
  /** @type {KafkaProducer} */
  producer;

  /** @param {KafkaProducer} producer connected, with a transactional id */
  constructor(producer) {
    this.producer = producer;
  }

  /** @param {Lesson[]} lessons */
  async publish(lessons) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'school.lessons',
        messages: lessons.map((lesson) => ({ key: lesson.room, value: `${lesson.from}-${lesson.until}` })),
      });
    } catch (err) {
      console.warn(`${lessons.length} lessons not published`, err);
      await tx.abort();
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { Timetable };
