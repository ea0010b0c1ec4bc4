import { ConflictException, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import type { Producer } from 'kafkajs';
import { MealChoice } from './meal-choice.entity';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class SchoolMealsService {
  private readonly logger = new Logger('SchoolMeals');

  constructor(
    @InjectRepository(MealChoice) private readonly choices: Repository<MealChoice>,
    private readonly producer: Producer,
  ) {}

  async choose(pupil: string, day: string, meal: string): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.choices.insert({ pupil, day, meal });
      await tx.send({ topic: 'meals.chosen', messages: [{ key: pupil, value: `${day}:${meal}` }] });
    } catch (err: any) {
      if (err.type === 'PRODUCER_FENCED') {
        this.logger.error('another instance has taken over', err.stack);
        process.exit(1);
      }
      await tx.abort().catch((e: Error) => this.logger.warn(`abort failed: ${e.message}`));
      if (err instanceof QueryFailedError && (err.driverError as { code?: string }).code === UNIQUE_VIOLATION) {
        throw new ConflictException(`${pupil} has chosen already`, { cause: err });
      }
      throw err;
    }
    await tx.commit();
  }
}
